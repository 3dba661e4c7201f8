import type { RunRecord } from '../record/types.js';
import { caseCommand } from '../reporters/repeat-command.js';
import { oneLine } from '../reporters/text/inert.js';
import { count } from '../reporters/words.js';

/** Each way to fail with what it was shrunk from, how to play it again, and what repeats the whole exploration. */
export function foundText(record: RunRecord): string {
  const { walks, cases } = record;
  if (!walks) return '';
  const ways = walks.found.flatMap(({ caseId, moves, from, times, again }) => {
    const found = cases.find(({ id }) => id === caseId);
    const line = found && caseCommand(record, found);
    return [
      '',
      `  ${oneLine(found?.reason?.text ?? '')}`,
      `    ${count(moves, 'move')}${moves < from ? `, shrunk from ${from}` : ''}; ${times > 0 ? `explains ${count(times, 'failing walk')}` : 'fails as it does under another version'}${again ? '' : '; did not fail again when it was walked once more'}`,
      ...(line ? [`    ${oneLine(line)}`] : []),
    ];
  });
  const more =
    walks.unexplained > 0
      ? [
          '',
          `  ${count(walks.unexplained, 'further failing walk')} of these kinds ${walks.unexplained === 1 ? 'was' : 'were'} not shrunk.`,
        ]
      : [];
  const seed =
    walks.seed === undefined ? [] : ['', `  Seed ${walks.seed} gives the same walks again (--seed).`];
  return `${[...ways, ...more, ...seed].join('\n')}\n`;
}
