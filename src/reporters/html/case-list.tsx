import { duration } from '../../duration.js';
import type { CaseRecord } from '../../record/types.js';
import { groupBy } from '../group-by.js';
import { countStandings, STANDINGS } from '../standing.js';
import { count, shortId, tallied } from '../words.js';
import { Bar } from './bar.js';
import { Evidence } from './evidence.js';
import { Mark, Version } from './marks.js';
import type { Model } from './model.js';
import { Toolbar } from './toolbar.js';

/** Every case, by group. A broken case is told once, among the violations; its row here leads there. */
export function CasesSection({ model }: { model: Model }) {
  const groups = groupBy(model.record.cases, ({ group }) => group);
  return (
    <section id="cases" aria-labelledby="cases-title">
      <h2 id="cases-title">Every case</h2>
      <Toolbar model={model} />
      {!model.budget.passes && (
        <p class="lead">
          There are too many cases for one page with the evidence of all. What those that passed did is in{' '}
          <code>results.json</code>; <code>conform explain ID</code> says how a case goes.
        </p>
      )}
      {[...groups].map(([name, cases]) => (
        <details class="group">
          <summary>
            <h3>{name}</h3> <span class="soft">{summary(model, cases)}</span>{' '}
            <Bar counts={countStandings({ cases, failLevel: model.record.failLevel })} />
          </summary>
          <ul class="cases" {...model.pieces.later(cases.map((one) => <Row model={model} one={one} />))} />
        </details>
      ))}
    </section>
  );
}

function summary(model: Model, cases: CaseRecord[]): string {
  const counts = countStandings({ cases, failLevel: model.record.failLevel });
  const shown = STANDINGS.filter((kind) => counts[kind] > 0);
  return shown.length === 1
    ? `${count(cases.length, 'case')} ${shown[0]}`
    : shown.map((kind) => tallied(counts[kind], kind)).join(', ');
}

function Row({ model, one }: { model: Model; one: CaseRecord }) {
  const kind = model.standingOf(one);
  const anchor = model.anchor(one.id) ?? '';
  const line = (
    <>
      <Mark kind={kind} /> <span class="grow">{one.title}</span> <Version of={one.version} />{' '}
      <span class="soft">{duration(one.durationMs)}</span>
    </>
  );
  const data = {
    'data-s': kind,
    'data-v': one.version,
    'data-g': one.group,
    'data-o': one.operation,
    'data-l': one.level,
    'data-r': one.reason?.code,
    'data-st': one.statements.length > 0 ? one.statements.join(' ') : undefined,
  };
  if (one.verdict === 'fail') {
    return (
      <li {...data} data-ref={anchor}>
        <a class="row" href={`#${anchor}`}>
          {line}
        </a>
      </li>
    );
  }
  if (one.verdict === 'pass' && !model.budget.passes) {
    return (
      <li {...data} id={anchor}>
        <a class="row" href={`#${anchor}`}>
          <Mark kind={kind} /> <span class="grow">{one.title}</span>{' '}
          <code>{`${one.version}/${shortId(one)}`}</code>
        </a>
      </li>
    );
  }
  return (
    <li {...data}>
      <details id={anchor}>
        <summary>{line}</summary>
        <div class="body">
          <p class="id">
            <a class="permalink" href={`#${anchor}`}>
              {`${one.version}/${shortId(one)}`}
            </a>{' '}
            <span class="soft">{[one.level, ...one.statements].join(' · ')}</span>
          </p>
          <Evidence model={model} one={one} />
        </div>
      </details>
    </li>
  );
}
