import type { CaseRecord, ExchangeRecord } from '../../record/types.js';
import { difference, type Stretch } from '../text/difference.js';
import { count } from '../words.js';
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
      <Exchanges model={model} one={one} exchanges={exchanges} whole={whole} />
      {(whole || cell || one.events.length > 0) && (
        <div class="run">
          <Course model={model} one={one} />
          {whole && exchanges.length > 1 && <Sequence model={model} one={one} />}
        </div>
      )}
    </>
  );
}

/** A case that judges the whole run lists many exchanges of others: the first ones are linked, the rest counted. */
function Exchanges({
  model,
  one,
  exchanges,
  whole,
}: {
  model: Model;
  one: CaseRecord;
  exchanges: ExchangeRecord[];
  whole: boolean;
}) {
  const own = exchanges.filter((exchange) => model.homeOf(exchange) === one.id);
  const others = exchanges.filter((exchange) => model.homeOf(exchange) !== one.id);
  const left = others.length - MOST_LINKED;
  return (
    <>
      {[...own, ...others.slice(0, MOST_LINKED)].map((exchange) => (
        <Exchange
          model={model}
          exchange={exchange}
          home={one.id}
          whole={whole}
          open={whole && exchange === own.at(-1)}
        />
      ))}
      {left > 0 && <p class="soft">{`and ${count(left, 'more exchange')} of other cases`}</p>}
    </>
  );
}

const MOST_LINKED = 8;

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

function Marked({ stretches }: { stretches: Stretch[] }) {
  return <>{stretches.map(({ text, same }) => (same ? text : <mark>{text}</mark>))}</>;
}
