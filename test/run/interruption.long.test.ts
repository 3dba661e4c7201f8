import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import { namedFault } from '../../src/reference/faults/catalogue.js';
import type { Fault } from '../../src/reference/faults/fault.js';
import { startReference } from '../../src/reference/service.js';
import { runAgainst } from '../support/service/run-against.js';

const descriptions = await loadDescriptions();

/** Runs one cheap case against a service that finds its dialect out; `heard` is told the number of each request. */
async function interrupted(
  heard: (nth: number, interrupt: () => void) => void,
  faults: readonly string[] = [],
) {
  const controller = new AbortController();
  let nth = 0;
  const listening: Fault = {
    summary: 'Counts what it is asked',
    hook: ({ respond }) => ({
      respond(reply, call) {
        nth += 1;
        heard(nth, () => controller.abort());
        return respond(reply, call);
      },
    }),
  };
  const service = await startReference({
    descriptions,
    tls: false,
    faults: [...faults.map(namedFault), listening],
  });
  try {
    const { record, lines } = await runAgainst(service, {
      descriptions,
      flags: { grep: GREP },
      dialect: { bodies: {} },
      controller,
      onSelected: () => {
        selected = true;
      },
    });
    return { record, lines, nth };
  } finally {
    await service.close();
  }
}

const GREP = 'routing/new-user';
let selected = false;

function expectInterrupted({ record, lines }: Awaited<ReturnType<typeof interrupted>>): void {
  expect(lines.filter(({ state }) => state === 'problem')).toEqual([]);
  expect([record.exitCode, record.verdict, record.partial]).toEqual([130, 'interrupted', true]);
  expect(new Set(record.cases.map(({ verdict, reason }) => `${verdict} ${reason?.code}`))).toEqual(
    new Set(['skipped interrupted']),
  );
  expect(record.cases.length).toBeGreaterThan(0);
  expect(record.observations).toEqual([]);
}

test('interrupted at any request of the preflight, a run says nothing of the target', async () => {
  const inTime = [(stop: () => void) => stop(), (stop: () => void) => void setImmediate(stop)];
  let last = 0;
  for (let point = 1; last === 0; point += 1) {
    selected = false;
    const ended = await interrupted((nth, stop) => {
      if (nth === point) inTime[point % 2]?.(stop);
    });
    // Cases had begun.
    if (selected) last = point;
    else expectInterrupted(ended);
  }
  expect(last).toBeGreaterThan(20);
}, 120_000);

test('interrupted while it waits for an event that does not arrive', async () => {
  const ended = await interrupted(
    (nth, stop) => {
      if (nth === 20) setTimeout(stop, 300);
    },
    ['selection-never-asked', 'delivery-untold', 'close-untold'],
  );
  expectInterrupted(ended);
});
