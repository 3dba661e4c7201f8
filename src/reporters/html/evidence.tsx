import type { CaseRecord } from '../../record/types.js';
import { Compared } from './compared.js';
import { Happened } from './happened.js';
import { CaseLink } from './marks.js';
import type { Model } from './model.js';
import { Repeat } from './repeat.js';
import { Sequence } from './sequence.js';
import { again, LONG_ROW, stepRows } from './step-rows.js';

/** What a failing case shows: expected against received, its steps beside their picture, all that happened, how to repeat it. */
export function Evidence({ model, one }: { model: Model; one: CaseRecord }) {
  const drawn = model.isOwn(one) && isEventful(model, one);
  return (
    <>
      {one.reason && (
        <p class="reason">
          <Named model={model} text={one.reason.text} /> <code class="code">{one.reason.code}</code>
        </p>
      )}
      <Compared model={model} one={one} />
      <Where one={one} />
      {(one.steps.length > 0 || drawn) && (
        <div class="run">
          <Steps steps={one.steps} judged={one.verdict === 'fail' ? one.judged?.step : undefined} />
          {drawn && <Sequence model={model} one={one} />}
        </div>
      )}
      <Happened model={model} one={one} />
      <Repeat model={model} one={one} />
    </>
  );
}

/** The place that holds what was received, in words. */
function Where({ one: { judged, verdict } }: { one: CaseRecord }) {
  if (!judged || verdict !== 'fail') return null;
  const { part, about, pointer, header, spread } = judged;
  const of = about === undefined ? '' : ` of ${about}`;
  const place = {
    answer: `the answer${of}`,
    status: `the status of the answer${of}`,
    header: `the header ${header ?? ''} of the answer${of}`,
    body: `the body of the answer${of}${pointer ? `, at ${pointer}` : ''}`,
    event: `the event${about === undefined ? '' : ` ${about}`}${pointer ? `, at ${pointer}` : ''}`,
    inbox: `what employees saw${pointer ? `, at ${pointer}` : ''}`,
    absent: '',
  }[part];
  const answers =
    spread === undefined ? '' : `; ${spread.broken} of the ${spread.of} answers that were looked at are so`;
  const by = place === '' ? ': what is due is not there' : `, by ${place}`;
  return <p class="judged-at soft">{`Judged in step ${judged.step}${by}${answers}.`}</p>;
}

/** The steps with the numbers by which they are spoken of; a long row of the same is told once. */
function Steps({ steps, judged }: { steps: readonly string[]; judged: number | undefined }) {
  return (
    <ol class="steps">
      {stepRows(steps).map(({ text, times, first }) => {
        const here = judged !== undefined && judged >= first && judged < first + times;
        const line = (value: number) => <li class={judged === value ? 'wrong-step' : undefined}>{text}</li>;
        if (times < LONG_ROW) return Array.from({ length: times }, (_, at) => line(first + at));
        return (
          <>
            {line(first)}
            <li value={first + times - 1} class={here && judged !== first ? 'wrong-step' : 'soft'}>
              {again(times)}
            </li>
          </>
        );
      })}
    </ol>
  );
}

/** A single request and its answer need no picture. */
function isEventful(model: Model, one: CaseRecord): boolean {
  return (
    one.exchanges.length + model.eventsOf(one).length + model.actionsOf(one).length > 1 ||
    one.judged?.part === 'absent'
  );
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
