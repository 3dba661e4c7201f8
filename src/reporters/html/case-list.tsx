import type { CaseRecord } from '../../record/types.js';
import { groupBy } from '../group-by.js';
import { STANDINGS } from '../standing.js';
import { count, duration, shortId } from '../words.js';
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
      {[...groups].map(([name, cases]) => (
        <section class="group" aria-label={`Cases: ${name}`}>
          <h3>
            {name} <span class="soft">{summary(model, cases)}</span>
          </h3>
          <ul class="cases">
            {cases.map((one) => (
              <Row model={model} one={one} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function summary(model: Model, cases: CaseRecord[]): string {
  const kinds = cases.map((one) => model.standingOf(one));
  const parts = STANDINGS.map((kind) => ({
    kind,
    number: kinds.filter((one) => one === kind).length,
  })).filter(({ number }) => number > 0);
  return parts.length === 1
    ? `${count(cases.length, 'case')} ${parts[0]?.kind}`
    : parts.map(({ kind, number }) => `${number} ${kind}`).join(', ');
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
