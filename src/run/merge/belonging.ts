import { EXIT } from '../../exit-codes.js';
import type { RunRecord } from '../../record/types.js';
import { NoVerdict } from '../no-verdict.js';

/**
 * Records that one verdict can be about: of one deployment, by one version of the checker and one description.
 * @param known ids of all cases of the description
 * @throws NoVerdict with exit code 2
 */
export function mustBelongTogether(records: readonly RunRecord[], known: ReadonlySet<string>): void {
  const walked = records.find(({ walks }) => walks !== undefined);
  if (walked) throw apart('One of them is an exploration; its walks are not part of a run.', null);
  const tools = distinct(records.map(({ tool }) => `${tool.name} ${tool.version}`));
  if (tools.length > 1)
    throw apart(
      `They were made by ${tools.join(' and ')}.`,
      'Check all parts with the same version: cases differ.',
    );
  const targets = distinct(records.map(({ target }) => (target.bundled ? BUNDLED : target.baseUrl)));
  if (targets.length > 1)
    throw apart(
      `They are of different deployments: ${targets.join(' and ')}.`,
      'conform report A B puts deployments side by side.',
    );
  const foreign = records.flatMap(({ cases }) => cases).find(({ id }) => !known.has(id));
  if (foreign)
    throw apart(
      `The description knows no case ${foreign.id}.`,
      '--spec names the folder with the description that the runs were made with.',
    );
}

/** A sentence for each set of shards that is not whole. */
export function missingShards(records: readonly RunRecord[]): string[] {
  const shards = records.flatMap(({ shard }) => shard ?? []);
  return distinct(shards.map(({ count }) => count)).flatMap((count) => {
    const there = new Set(shards.filter((shard) => shard.count === count).map(({ index }) => index));
    const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
    if (missing.length === 0) return [];
    return [
      `${missing.length === 1 ? 'Shard' : 'Shards'} ${LIST.format(missing.map((index) => `${index}/${count}`))} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    ];
  });
}

const LIST = new Intl.ListFormat('en-GB');
const BUNDLED = 'the bundled reference service';

function distinct<T>(all: readonly T[]): T[] {
  return [...new Set(all)];
}

function apart(why: string, hint: string | null): NoVerdict {
  return new NoVerdict(EXIT.usage, 'merge', `These records cannot be merged. ${why}`, hint);
}
