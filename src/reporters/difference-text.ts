import { type Difference, type Ending, isWorse } from '../record/difference.js';
import { oneLine } from '../terminal-text.js';
import { count, reasonWords } from './words.js';

/** The difference of two runs as plain lines, what got worse first; nothing in it steers a terminal. */
export function differenceText(found: Difference): string {
  const { changed, vanished, added, answers } = found;
  const sections: [string, string[]][] = [
    ['Worse', changed.filter(({ worse }) => worse).map(changedLine)],
    ['Vanished', vanished.map((loneCase) => line(loneCase.worse, loneCase.id, `was ${words(loneCase)}`))],
    ['New', added.map((loneCase) => line(loneCase.worse, loneCase.id, words(loneCase)))],
    ['Passing now', changed.filter(isRepair).map(changedLine)],
    ['Changed otherwise', changed.filter((each) => !each.worse && !isRepair(each)).map(changedLine)],
    ['Other answers where the interface leaves them open', answers.flatMap(answerLines)],
  ];
  return [
    sentence(found),
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .flatMap(([title, lines]) => ['', `${title} (${lines.length})`, ...lines]),
    '',
  ].join('\n');
}

/** Whatever is for the worse, a pass is not. */
function isRepair({ after }: Difference['changed'][number]): boolean {
  return after.verdict === 'pass';
}

function sentence(found: Difference): string {
  const { changed, vanished, added, answers, alike, notCompared } = found;
  const total = changed.length + vanished.length + added.length;
  const apart =
    notCompared === 0
      ? ''
      : ` ${count(notCompared, 'case')} that only one of them was asked for ${notCompared === 1 ? 'is' : 'are'} not compared.`;
  if (total + answers.length === 0) return `Nothing changed: ${count(alike, 'case')} ended alike.${apart}`;
  const repaired = changed.filter(isRepair).length;
  const parts = [
    `${count(changed.length, 'case')} changed`,
    ...(repaired > 0 ? [`${repaired} of them ${repaired === 1 ? 'passes' : 'pass'} now`] : []),
    `${vanished.length} vanished`,
    `${added.length} new`,
    `${alike} alike`,
  ];
  return `${isWorse(found) ? 'Changed for the worse' : 'Nothing got worse'}: ${parts.join(', ')}.${apart}`;
}

/** A reason that stayed the same appears once. */
function changedLine({ id, before, after, worse }: Difference['changed'][number]): string {
  const stayed = before.reason?.code === after.reason?.code;
  return line(worse, id, `${words(stayed ? { ...before, reason: null } : before)} → ${words(after)}`);
}

function line(worse: boolean, id: string, text: string): string {
  return `  ${worse ? '✘' : '·'} ${oneLine(id)}  ${text}`;
}

function words({ verdict, accepted, reason }: Ending): string {
  return oneLine(
    `${verdict}${accepted ? ', accepted' : ''}${reason ? ` (${reasonWords(reason.code)})` : ''}`,
  );
}

function answerLines({ question, version, before, after }: Difference['answers'][number]): string[] {
  const side = (values: string[]): string =>
    values.length === 0 ? 'nothing' : values.map(oneLine).join('; ');
  return [`  · ${oneLine(version)}: ${oneLine(question)} ${side(before)} → ${side(after)}`];
}
