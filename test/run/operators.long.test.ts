import { PassThrough } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import { oneCaseOfEachKind } from '../../src/cases/filter.js';
import type { Case } from '../../src/cases/types.js';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import type { Operator } from '../../src/engine/ports.js';
import { createHttpOperator } from '../../src/operator/http.js';
import { createManualOperator } from '../../src/operator/manual.js';
import { onTerminal } from '../../src/operator/prompts.js';
import type { ServiceSettings } from '../../src/run/reference-settings.js';
import { bridge } from '../support/service/bridge-driver.js';
import { type CheckOptions, checkReference, PATIENT } from '../support/service/check-reference.js';
import { shareOf } from '../support/share.js';

let descriptions: Description[];
let kinds: ReadonlySet<Case>;

beforeAll(async () => {
  descriptions = await loadDescriptions();
  kinds = new Set(shareOf(oneCaseOfEachKind(casesOf(descriptions)), 7));
});

/** Wrong in what employees see, in what they cause, and in when they may act. */
const FAULTS = ['text-ascii-only', 'close-untold', 'presence-ignored', 'replies-not-kept', 'stored-reversed'];

type Drive = NonNullable<CheckOptions['operator']>;

/** Verdicts of cases in which an employee acts or looks: one of each kind, and others whose ids fit. */
async function verdicts(
  operator?: Drive,
  faults: readonly string[] = FAULTS,
  others = /(?!)/,
): Promise<Map<string, string>> {
  const { outcomes, skipped } = await checkReference({
    descriptions,
    service: { faults, seed: 1 },
    // Where all is well, nobody shall miss an event for a busy machine.
    ...(faults.length === 0 && { flags: PATIENT }),
    ...(operator && { operator }),
    // Whether a reply comes before the first address, and so is not kept, depends on how fast the driver is.
    only: (testCase) =>
      (kinds.has(testCase) || others.test(testCase.id)) &&
      testCase.version === '1.2' &&
      testCase.needs.some(({ kind }) => kind === 'action') &&
      !/-with-first-address$/.test(testCase.name),
  });
  const ran = outcomes.map(
    ({ case: testCase, verdict, reason }) => [testCase.id, `${verdict} ${reason?.code ?? ''}`] as const,
  );
  return new Map([...ran, ...skipped.map((id) => [id, 'skipped'] as const)]);
}

/** Cases, by id, that say that they need one of these names shown. */
function needing(names: readonly string[]): Set<string> {
  const shown = ({ needs }: Case): string[] =>
    needs.flatMap((need) => (need.kind === 'shows' ? need.names : []));
  const fits = (testCase: Case): boolean => shown(testCase).some((name) => names.includes(name));
  return new Set(
    casesOf(descriptions)
      .filter(fits)
      .map(({ id }) => id),
  );
}

const HIDDEN: [readonly string[], 'says so' | 'silently', RegExp][] = [
  [['comment', 'name'], 'silently', /\/sees-(comment|name)\/|\/kept-with-comment\/sendFile/],
  [['destination_id'], 'says so', /\/(no-other|former)-destination\//],
];

test.each(shareOf(HIDDEN, 2))(
  'a driver that does not show %s (%s) has just cases skipped that need it',
  {
    timeout: 150_000,
  },
  async (hidden, says, some) => {
    const found = [...(await verdicts(bridge({ hidden, says: says === 'says so' }), [], some))];
    const need = needing(hidden);
    const of = (id: string): string[] => (need.has(id) ? ['skipped not-shown', 'pass '] : ['pass ']);
    expect(found.filter(([id, verdict]) => !of(id).includes(verdict))).toEqual([]);
    const skipped = found.filter(([, verdict]) => verdict.startsWith('skipped')).map(([id]) => id);
    const sure = found.map(([id]) => id).filter((id) => some.test(id));
    expect(sure.length).toBeGreaterThan(0);
    expect(skipped).toEqual(expect.arrayContaining(sure));
  },
);

test('the same verdicts whichever way the employee is driven', { timeout: 120_000 }, async () => {
  const overHttp = await verdicts();
  const overExec = await verdicts(bridge());
  const byHand = await verdicts((settings, { instructions }) => person(settings, instructions));

  const failed = [...overHttp.values()].filter((verdict) => verdict.startsWith('fail'));
  expect(failed.length).toBeGreaterThan(10);
  expect(Object.fromEntries(alike(overExec))).toEqual(Object.fromEntries(alike(overHttp)));

  const exercised = [...byHand].filter(([, verdict]) => !verdict.startsWith('skipped'));
  expect(exercised.length).toBeGreaterThan(15);
  expect(exercised.some(([, verdict]) => verdict.startsWith('fail'))).toBe(true);
  const known = new Map(alike(overHttp));
  expect(Object.fromEntries(alike(exercised))).toEqual(
    Object.fromEntries(exercised.map(([id]) => [id, known.get(id)])),
  );
});

/** Which of the cases that miss an event answers for it depends on which of them missed it first. */
function alike(found: Iterable<[string, string]>): [string, string][] {
  return [...found].map(([id, verdict]) => [
    id,
    verdict.replace(/^(fail |inconclusive setup-)no-event$/, 'no event'),
  ]);
}

/** Somebody at a terminal who does what the cards say, and presses a key each time. */
function person(settings: ServiceSettings, instructions: Readonly<Record<string, string>>): Operator {
  const hands = createHttpOperator(settings.operator);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asked: { action: string; parameters: Record<string, unknown> }[] = [];
  const manual = createManualOperator(
    onTerminal({
      input,
      output,
      isTTY: true,
      timeLimitMs: 60_000,
      restMs: 0,
      instructions,
    }),
  );
  output.on('data', (chunk: Buffer) => {
    if (!String(chunk).includes('Waiting for YOU')) return;
    const card = String(chunk);
    const at = asked.findIndex(({ parameters }) => Object.values(parameters).every((v) => shows(card, v)));
    const [next] = at < 0 ? [] : asked.splice(at, 1);
    if (!next) input.write('c');
    else
      void hands.perform(next.action, next.parameters).then(({ ok }) => {
        input.write(ok ? 'd' : 's');
      });
  });
  return {
    ...manual,
    perform: (action, parameters) => {
      asked.push({ action, parameters });
      return manual.perform(action, parameters);
    },
    close: async () => {
      await manual.close();
      await hands.close();
    },
  };
}

/** The key is shown by its end alone. */
function shows(card: string, value: unknown): boolean {
  return card.includes(String(value)) || card.includes(`(ends in ${String(value).slice(-2)})`);
}
