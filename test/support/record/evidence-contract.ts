import type { Description } from '../../../src/description/types.js';
import { at as valueAt } from '../../../src/json.js';
import type { CaseRecord, RunRecord } from '../../../src/record/types.js';
import { defectsOf } from '../../../src/reporters/defects/defects.js';
import { caseRecords, type Evidence, statementRecords } from '../../../src/run/case-records.js';
import {
  bodyKeeper,
  eventRecords,
  exchangeRecords,
  readingRecords,
} from '../../../src/run/traffic-records.js';
import type { Mutant } from '../../../src/selftest/mutants/mutant.js';

/** As runs over mutants have it. */
const EVENT_TIMEOUT_MS = 1_000;

/** For tests: the parts of a record that defects and cards are made of. */
export function recordOf(evidence: Evidence): RunRecord {
  const keep = bodyKeeper((value) => value);
  const cases = caseRecords(evidence);
  const unseen = { verdict: 'pass' as const, text: '' };
  return {
    failLevel: 'expected',
    timing: { eventTimeoutMs: EVENT_TIMEOUT_MS },
    target: { versions: evidence.descriptions.map(({ version }) => version) },
    cases,
    statements: statementRecords(evidence.descriptions, cases, { tls: unseen }),
    exchanges: exchangeRecords(evidence.exchanges, evidence.startedAt, keep),
    events: eventRecords(evidence, keep),
    readings: readingRecords(evidence),
  } as unknown as RunRecord;
}

/**
 * For tests: what is lacking in the evidence of failures. Each has at least one exchange, event or reading, the step that
 * was judged, and a place that holds what was received.
 */
export function lackingEvidence(record: RunRecord): string[] {
  return record.cases
    .filter(({ verdict }) => verdict === 'fail')
    .flatMap((testCase) =>
      lacks(testCase, record).map((what) => `${testCase.id} (${testCase.reason?.code}): ${what}`),
    );
}

function lacks(testCase: CaseRecord, record: RunRecord): string[] {
  const { judged, exchanges, events, readings = [], steps } = testCase;
  if (exchanges.length + events.length + readings.length === 0) return ['shows nothing'];
  if (!judged) return ['does not say what was judged'];
  if (judged.step < 1 || judged.step > steps.length) return [`judges step ${judged.step} of ${steps.length}`];
  if (testCase.expected === null || testCase.received === null)
    return ['says nothing of expected or received'];
  return [...unknownIds(testCase, record), ...deadPointer(testCase, record)];
}

function unknownIds({ judged }: CaseRecord, record: RunRecord): string[] {
  const { exchange, event, reading } = judged ?? {};
  const wanted = [
    ['exchange', exchange, record.exchanges],
    ['event', event, record.events],
    ['reading', reading, record.readings ?? []],
  ] as const;
  if (wanted.every(([, id]) => id === undefined)) return ['points nowhere'];
  return wanted.flatMap(([kind, id, all]) =>
    id === undefined || all.some((known) => known.id === id) ? [] : [`points to no ${kind} of the record`],
  );
}

/** What is missing stands nowhere; all else must be where the pointer leads. */
function deadPointer({ judged, reason }: CaseRecord, record: RunRecord): string[] {
  const { pointer = '', exchange, event, reading, part, values } = judged ?? {};
  if (pointer === '' || reason?.code === 'missing' || (values && !('received' in values))) return [];
  const held =
    part === 'inbox'
      ? record.readings?.find(({ id }) => id === reading)?.items
      : parsed(
          (part === 'event'
            ? record.events.find(({ id }) => id === event)?.body
            : record.exchanges.find(({ id }) => id === exchange)?.response?.body
          )?.text,
        );
  if (held === undefined || /^no |is not listed$/.test(String(reason && recordedReceived(record, reason))))
    return [];
  return valueAt(held, pointer) === undefined ? [`points to nothing at ${pointer}`] : [];
}

function recordedReceived(record: RunRecord, reason: CaseRecord['reason']): string | null {
  return record.cases.find((testCase) => testCase.reason === reason)?.received ?? null;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** For tests: which names of what was broken the first card of the report does not say: operation or event, field, version. */
export function unnamedDefect(
  record: RunRecord,
  mutant: Pick<Mutant, 'id' | 'version'>,
  descriptions: readonly Description[],
): string[] {
  const [card] = defectsOf(record);
  if (!card) return ['there is no card'];
  const [sample] = card.cases;
  const shown = [card.title, sample?.title, sample?.received, card.versions.join(' ')].join('\n');
  const names = namesIn(descriptions);
  const wanted = [
    ...(mutant.version === null ? [] : [mutant.version]),
    ...mutant.id
      .split('/')
      .slice(2, -1)
      .flatMap((part) => part.split(/\[\]\.|-/).filter((name) => names.has(name))),
  ];
  return [
    ...wanted
      .filter((name) => !shown.includes(name))
      .map((name) => `${name} is not in: ${shown.replaceAll('\n', ' | ')}`),
    ...(sample?.judged?.about ? [] : [`nobody is named in: ${card.title}`]),
  ];
}

function namesIn(descriptions: readonly Description[]): ReadonlySet<string> {
  return new Set(
    descriptions.flatMap(({ operations, events, resources }) => [
      ...Object.keys(operations),
      ...Object.keys(events),
      ...Object.values(resources).flatMap(({ fields }) => Object.keys(fields)),
    ]),
  );
}
