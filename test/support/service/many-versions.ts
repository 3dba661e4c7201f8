import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { specFolder } from '../../../src/description/load.js';

export interface ManyVersions {
  /** Versions in all, the two that there are included. */
  versions: number;
  /** Conversations that each of the new versions adds, and messages in each. */
  conversations: number;
  messages: number;
}

/** For tests of size: writes a folder of descriptions with versions that nobody planned. */
export async function writeManyVersions(
  folder: string,
  { versions, conversations, messages }: ManyVersions,
): Promise<void> {
  await cp(specFolder(), folder, { recursive: true });
  const names = Array.from({ length: versions - 2 }, (_, at) => `2.${at}`);
  const steps = Array.from({ length: messages }, () => 'message').join(', ');
  const scenarios = Array.from(
    { length: conversations },
    (_, at) =>
      `  long-${at}: { title: conversation ${at} of ${messages} messages, section: "3", steps: [${steps}] }\n`,
  );
  for (const name of names) {
    const head = `version: "${name}"\nextends: v1.2.yaml\ntitle: A version that is not there yet\n`;
    const text = conversations === 0 ? head : `${head}scenarios:\n${scenarios.join('')}`;
    await writeFile(join(folder, `v${name}.yaml`), text);
  }
}
