import type { CaseRecord, RunRecord } from '../record/types.js';
import { shellWord, wordsOfShellLine } from '../terminal-text.js';
import { GENERATED } from './defects/ranks.js';

/** Whether a recorded command checks a target: it is neither a merge nor a call from a program. */
export function isRun(command: string): boolean {
  return /^npx conform(?: run(?= |$)| -|$)/.test(command);
}

/**
 * The command that repeats a case: a walk by its trace, any other by its id, with reports of its own. Null: there is none, because the record was
 * merged, or a program made it.
 */
export function caseCommand(
  { command }: Pick<RunRecord, 'command'>,
  { id, group }: Pick<CaseRecord, 'id' | 'group'>,
): string | null {
  const isWalk = GENERATED.includes(group);
  if (!isRun(command) && !(isWalk && /^npx conform explore(?= |$)/.test(command))) return null;
  const [, start = '', rest = ''] = /^(npx conform(?: (?:run|explore)(?= |$))?)(.*)$/s.exec(command) ?? [];
  const target = withoutSelection(wordsOfShellLine(rest));
  return isWalk
    ? ['npx conform replay', shellWord(id), ...target].join(' ')
    : [start, ...beside(target), '--grep', shellWord(id)].join(' ');
}

/** With a folder of its own for the reports: those that are being read shall stay. */
function beside(words: readonly string[]): string[] {
  const at = words.findIndex((word, nth) => words[nth - 1] === '--out' || word.startsWith('--out='));
  return at < 0
    ? [...words, '--out', `reports/${REPEATED}`]
    : words.map((word, nth) => (nth === at ? `${word}/${REPEATED}` : word));
}

const REPEATED = 'repeat';

/** Without the options that selected cases: one is named now, and it may belong to another shard. */
function withoutSelection(words: readonly string[]): string[] {
  let values = 0;
  return words.filter((word) => {
    if (Object.hasOwn(SELECTION, word)) {
      values = SELECTION[word] ?? 0;
      return false;
    }
    if (/^\$?'?--(?:grep|shard)=/.test(word)) return false;
    if (word.startsWith('-')) values = 0;
    values -= 1;
    return values < 0;
  });
}

/** How many words follow an option at most. */
const SELECTION: Record<string, number> = {
  '--grep': Number.POSITIVE_INFINITY,
  '--shard': 1,
  '--last-failed': 0,
  '--quick': 0,
};
