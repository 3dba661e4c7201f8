import { valueAt } from '../../../json.js';
import { count } from '../../../phrases.js';
import type { CaseRecord } from '../../../record/types.js';
import { commonEnds, isHalved, startOf } from '../../../terminal-text.js';
import { difference, type Stretch } from '../../text/difference.js';
import type { Model } from '../model.js';

/** What was due and what came: as lists if both are lists, as values if their place is known, otherwise in words. */
export function Compared({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  if (testCase.expected === null && testCase.received === null) return null;
  return (
    <>
      <Judged testCase={testCase} />
      {testCase.verdict === 'fail' && testCase.judged?.lists && <Lists lists={testCase.judged.lists} />}
      {testCase.verdict === 'fail' && <Values model={model} testCase={testCase} />}
    </>
  );
}

/** Expected and received, with the differing words marked. */
export function Judged({
  testCase,
}: {
  testCase: Pick<CaseRecord, 'expected' | 'received' | 'verdict' | 'judged'>;
}) {
  if (testCase.expected === null && testCase.received === null) return null;
  const bad = testCase.verdict === 'fail';
  // Lists are not texts to be compared word by word.
  const both =
    bad && testCase.expected !== null && testCase.received !== null && !testCase.judged?.lists
      ? difference(testCase.expected, testCase.received)
      : null;
  return (
    <dl class={bad ? 'judged bad' : 'judged'}>
      <div class="expected">
        <dt>Expected</dt>
        <dd>{both ? <Marked stretches={both.expected} /> : (testCase.expected ?? 'not stated')}</dd>
      </div>
      <div class="received">
        <dt>Received</dt>
        <dd>{both ? <Marked stretches={both.received} /> : (testCase.received ?? 'nothing')}</dd>
      </div>
    </dl>
  );
}

/** A text that differs as a whole needs no mark. */
function Marked({ stretches }: { stretches: Stretch[] }) {
  if (stretches.every(({ same }) => !same)) return <>{stretches.map(({ text }) => text)}</>;
  return <>{stretches.map(({ text, same }) => (same ? text : <mark>{text}</mark>))}</>;
}

type ListsOf = NonNullable<NonNullable<CaseRecord['judged']>['lists']>;

/** What was due, one by one: present or missing; and what else was there. */
function Lists({ lists: { expected, received } }: { lists: ListsOf }) {
  const left = [...received];
  const due = expected.map((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return { text, there: at >= 0 };
  });
  if (due.length === 0 && left.length === 0) return null;
  const missing = due.filter(({ there }) => !there).length;
  return (
    <div class="lists">
      <p class="label">{`Expected ${due.length}: ${due.length - missing} found, ${missing} missing${left.length > 0 ? `; ${count(left.length, 'other')}` : ''}`}</p>
      <ol>
        {due.slice(0, MOST).map(({ text, there }) => (
          <li class={there ? 'there' : 'missing'}>
            <span>{there ? 'found' : 'missing'}</span> <code>{visible(text)}</code>
          </li>
        ))}
        {left.slice(0, MOST).map((text) => (
          <li class="beside">
            <span>other</span> <code>{visible(text)}</code>
          </li>
        ))}
      </ol>
      {Math.max(due.length, left.length) > MOST && <p class="soft">The rest is in results.json.</p>}
    </div>
  );
}

const MOST = 30;

/** The two values at the place, character by character, if they are known and short enough to be read. */
function Values({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  const found = valuesOf(model, testCase);
  if (!found) return null;
  const [due, came] = parted(found.expected, found.received);
  return (
    <div class="values">
      <p class="label">
        {'At '}
        <code>{found.place}</code>
        {`, spaces made visible${lengths(found.expected, found.received)}`}
      </p>
      <pre class="wire due">
        <Parts of={due} />
      </pre>
      <pre class="wire came-there">
        <Parts of={came} />
      </pre>
    </div>
  );
}

/** For long texts of different lengths. */
function lengths(due: string, came: string): string {
  return due.length === came.length || Math.max(due.length, came.length) < NOTABLE
    ? ''
    : `; ${due.length} characters expected, ${came.length} received`;
}

const NOTABLE = 80;

function valuesOf(
  model: Model,
  testCase: CaseRecord,
): { place: string; expected: string; received: string } | null {
  const { judged } = testCase;
  if (!judged?.values || !('expected' in judged.values)) return null;
  const { pointer, field, values } = judged;
  const received = 'received' in values ? values.received : valueThere(model, testCase);
  if (received === undefined) return null;
  const [due, came] = [values.expected, received].map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  ) as [string, string];
  return due === came && typeof values.expected === typeof received
    ? null
    : { place: pointer || field || 'the whole', expected: due, received: came };
}

function valueThere(model: Model, { judged }: CaseRecord): unknown {
  const body = model.exchange(judged?.exchange)?.response?.body?.text;
  try {
    return body === undefined || judged?.pointer === undefined
      ? undefined
      : valueAt(JSON.parse(body), judged.pointer);
  } catch {
    return undefined;
  }
}

function Parts({ of }: { of: readonly Part[] }) {
  if (of.length === 0) return <>(empty)</>;
  return <>{of.map(({ text, same }) => (same ? visible(text) : <mark>{visible(text)}</mark>))}</>;
}

/** Makes invisible blanks visible: at the ends, in sequences, line ends, tabs and the like. */
export function visible(text: string): string {
  return text
    .replace(/^ +| +$| {2,}/gm, (blanks) => '·'.repeat(blanks.length))
    .replaceAll('\t', '⇥')
    .replaceAll('\r', '␍')
    .replaceAll('\n', '↵\n')
    .replaceAll('\u00a0', '⍽')
    .replace(
      /[\u200b-\u200f\u2060\ufeff]/g,
      (character) => `<U+${character.codePointAt(0)?.toString(16).padStart(4, '0')}>`,
    );
}

/** A part of a value, as it is shown. */
interface Part {
  text: string;
  /** The other value has it too. */
  same: boolean;
}

/** What two texts share at the start and at the end, and what differs between; no character is cut in half. */
export function parted(expected: string, other: string): [Part[], Part[]] {
  const { head, tail } = commonEnds(expected, other);
  const parts = (text: string): Part[] =>
    [
      { text: shortened(text.slice(0, head), 'start'), same: true },
      { text: startOf(text.slice(head, text.length - tail), LONGEST), same: false },
      { text: shortened(text.slice(text.length - tail), 'end'), same: true },
    ].filter((part) => part.text !== '');
  return [parts(expected), parts(other)];
}

const LONGEST = 600;
const AROUND = 200;

function shortened(text: string, side: 'start' | 'end'): string {
  if (text.length <= AROUND) return text;
  if (side === 'end') return `${startOf(text, AROUND)}…`;
  const from = text.length - AROUND;
  return `…${text.slice(isHalved(text, from) ? from + 1 : from)}`;
}
