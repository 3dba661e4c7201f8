import type { CaseRecord } from '../../record/types.js';
import { difference, type Stretch } from '../text/difference.js';
import { Happened } from './happened.js';
import { CaseLink } from './marks.js';
import type { Model } from './model.js';
import { Sequence } from './sequence.js';

/** What a case shows: expected against received, its steps beside their picture, and all that happened. */
export function Evidence({ model, one }: { model: Model; one: CaseRecord }) {
  const whole = model.full.has(one.id);
  const drawn = whole && model.isOwn(one) && isEventful(model, one);
  return (
    <>
      {one.reason && (
        <p class="reason">
          <Named model={model} text={one.reason.text} /> <code class="code">{one.reason.code}</code>
        </p>
      )}
      <Judged one={one} />
      {(one.steps.length > 0 || drawn) && (
        <div class="run">
          <Steps steps={one.steps} />
          {drawn && <Sequence model={model} one={one} />}
        </div>
      )}
      <Happened model={model} one={one} whole={whole} />
    </>
  );
}

/** The steps with the numbers by which they are spoken of; a long row of the same is told once. */
function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol class="steps">
      {rows(steps).map(({ text, times }, at, all) => {
        if (times < LONG_ROW) return Array.from({ length: times }, () => <li>{text}</li>);
        const last = all.slice(0, at + 1).reduce((sum, row) => sum + row.times, 0);
        return (
          <>
            <li>{text}</li>
            <li value={last} class="soft">{`The same again, until here ${times} times.`}</li>
          </>
        );
      })}
    </ol>
  );
}

/** Equal texts that follow each other, as one. */
function rows(texts: readonly string[]): { text: string; times: number }[] {
  const found: { text: string; times: number }[] = [];
  for (const text of texts) {
    const last = found.at(-1);
    if (last?.text === text) last.times++;
    else found.push({ text, times: 1 });
  }
  return found;
}

const LONG_ROW = 4;

/** A single request and its answer need no picture. */
function isEventful(model: Model, one: CaseRecord): boolean {
  return one.exchanges.length + model.eventsOf(one).length + model.actionsOf(one).length > 1;
}

/** Text in which ids of cases lead to them. */
function Named({ model, text }: { model: Model; text: string }) {
  return (
    <>
      {text
        .split(/([^\s();,]+\/[^\s();,]+)/)
        .map((part, at) =>
          at % 2 === 1 && model.anchor(part) !== null ? <CaseLink model={model} id={part} /> : part,
        )}
    </>
  );
}

/** Expected and received with the words in which they differ marked. */
export function Judged({ one }: { one: Pick<CaseRecord, 'expected' | 'received' | 'verdict'> }) {
  if (one.expected === null && one.received === null) return null;
  const bad = one.verdict === 'fail';
  const both =
    bad && one.expected !== null && one.received !== null ? difference(one.expected, one.received) : null;
  return (
    <dl class={bad ? 'judged bad' : 'judged'}>
      <div class="expected">
        <dt>Expected</dt>
        <dd>{both ? <Marked stretches={both.expected} /> : (one.expected ?? 'not stated')}</dd>
      </div>
      <div class="received">
        <dt>Received</dt>
        <dd>{both ? <Marked stretches={both.received} /> : (one.received ?? 'nothing')}</dd>
      </div>
    </dl>
  );
}

/** A text that differs as a whole needs no mark. */
function Marked({ stretches }: { stretches: Stretch[] }) {
  if (stretches.every(({ same }) => !same)) return <>{stretches.map(({ text }) => text)}</>;
  return <>{stretches.map(({ text, same }) => (same ? text : <mark>{text}</mark>))}</>;
}
