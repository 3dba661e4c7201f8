import type { CaseRecord } from '../../../record/types.js';
import { CaseLink } from '../marks.js';
import type { Model } from '../model.js';
import { Course } from './case-course.js';
import { Compared } from './compared.js';
import { again, LONG_ROW, stepRows } from './evidence-text.js';
import { History } from './history.js';
import { Repeat } from './repeat.js';
import { Sequence } from './sequence.js';

/**
 * What a failing case shows: expected against received, its steps beside their picture, everything that happened, how to
 * repeat it.
 */
export function Evidence({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  const drawn = model.isOwn(testCase) && isEventful(model, testCase);
  return (
    <>
      {testCase.reason && (
        <p class="reason">
          <Named model={model} text={reasonText(testCase)} /> <code class="code">{testCase.reason.code}</code>
        </p>
      )}
      <Compared model={model} testCase={testCase} />
      <History model={model} testCase={testCase} />
      <Where testCase={testCase} />
      {(testCase.steps.length > 0 || drawn) && (
        <div class="run">
          <Steps
            steps={testCase.steps}
            judged={testCase.verdict === 'fail' ? testCase.judged?.step : undefined}
          />
          {drawn && <Sequence model={model} testCase={testCase} />}
        </div>
      )}
      <Course model={model} testCase={testCase} />
      <Repeat model={model} testCase={testCase} />
    </>
  );
}

/** Why no order of moves explains what was observed is said below their picture. */
function reasonText({ reason, judged, verdict }: CaseRecord): string {
  return (verdict === 'fail' ? judged?.history?.summary : undefined) ?? reason?.text ?? '';
}

/** The place that holds what was received, in words. */
function Where({ testCase: { judged, verdict } }: { testCase: CaseRecord }) {
  if (!judged || verdict !== 'fail') return null;
  const { part, about, pointer, header, spread } = judged;
  const of = about === undefined ? '' : ` of ${about}`;
  const place = {
    answer: `the response${of}`,
    status: `the status of the response${of}`,
    header: `the header ${header ?? ''} of the response${of}`,
    body: `the body of the response${of}${pointer ? `, at ${pointer}` : ''}`,
    event: `the event${about === undefined ? '' : ` ${about}`}${pointer ? `, at ${pointer}` : ''}`,
    inbox: `what employees saw${pointer ? `, at ${pointer}` : ''}`,
    absent: '',
  }[part];
  const share =
    spread === undefined ? '' : `; so are ${spread.broken} of the ${spread.of} responses examined`;
  const by = place === '' ? ': what was expected is missing' : `, by ${place}`;
  return <p class="judged-at soft">{`Judged in step ${judged.step}${by}${share}.`}</p>;
}

/** The steps with the numbers by which they are referred to; a long sequence of equal ones appears once. */
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

/** A single request and its response need no picture. */
function isEventful(model: Model, testCase: CaseRecord): boolean {
  return (
    testCase.exchanges.length + model.eventsOf(testCase).length + model.actionsOf(testCase).length > 1 ||
    testCase.judged?.part === 'absent'
  );
}

/** Text in which ids of cases are links to them. */
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
