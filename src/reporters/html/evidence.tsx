import type { CaseRecord } from '../../record/types.js';
import { difference, type Stretch } from '../text/difference.js';
import { Course } from './course.js';
import { Exchange } from './exchange.js';
import type { Model } from './model.js';
import { Sequence } from './sequence.js';

/** What a case shows: expected against received, its steps, its exchanges, its course in time. */
export function Evidence({ model, one }: { model: Model; one: CaseRecord }) {
  const whole = model.full.has(one.id);
  const exchanges = model.exchangesOf(one);
  const cell = model.record.truthTable.some((row) => row.cells.some(({ caseId }) => caseId === one.id));
  return (
    <>
      {one.reason && (
        <p class="reason">
          {one.reason.text} <code class="code">{one.reason.code}</code>
        </p>
      )}
      <Judged one={one} />
      {one.steps.length > 0 && (
        <ol class="steps">
          {one.steps.map((step) => (
            <li>{step}</li>
          ))}
        </ol>
      )}
      {exchanges.map((exchange) => (
        <Exchange model={model} exchange={exchange} home={one.id} whole={whole} />
      ))}
      {(whole || cell || one.events.length > 0) && <Course model={model} one={one} />}
      {whole && exchanges.length > 1 && <Sequence model={model} one={one} />}
    </>
  );
}

/** Expected and received with the words in which they differ marked. */
export function Judged({ one }: { one: Pick<CaseRecord, 'expected' | 'received' | 'verdict'> }) {
  if (one.expected === null && one.received === null) return null;
  const bad = one.verdict === 'fail';
  const both = bad && one.expected !== null && one.received !== null ? difference(one.expected, one.received) : null;
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

function Marked({ stretches }: { stretches: Stretch[] }) {
  return <>{stretches.map(({ text, same }) => (same ? text : <mark>{text}</mark>))}</>;
}
