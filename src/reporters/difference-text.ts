import type { ChangedCase, Difference, DifferingAnswers, Ending } from '../record/difference.js';
import { oneLine } from '../terminal-text.js';
import { changesOf, changesSentence } from './changes.js';
import { reasonWords } from './words.js';

/** The difference of two runs as plain lines, what got worse first; nothing in it steers a terminal. */
export function differenceText(found: Difference): string {
  const { vanished, added, answers } = found;
  const { worse, repaired, other } = changesOf(found);
  const sections: [string, string[]][] = [
    ['Worse', worse.map(changedLine)],
    ['Vanished', vanished.map(({ worse, id, ending }) => line(worse, id, `was ${words(ending)}`))],
    ['New', added.map(({ worse, id, ending }) => line(worse, id, words(ending)))],
    ['Passing now', repaired.map(changedLine)],
    ['Changed otherwise', other.map(changedLine)],
    ['Other answers where the interface leaves them open', answers.flatMap(answerLines)],
  ];
  return [
    changesSentence(found),
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .flatMap(([title, lines]) => ['', `${title} (${lines.length})`, ...lines]),
    '',
  ].join('\n');
}

/** A reason that stayed the same appears once. */
function changedLine({ id, before, after, worse }: ChangedCase): string {
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

function answerLines({ question, version, own }: DifferingAnswers): string[] {
  const side = (values: string[] = []): string =>
    values.length === 0 ? 'nothing' : values.map(oneLine).join('; ');
  return [`  · ${oneLine(version)}: ${oneLine(question)} ${side(own[0])} → ${side(own.at(-1))}`];
}
