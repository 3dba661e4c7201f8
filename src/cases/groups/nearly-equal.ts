import type { Description, Field } from '../../description/types.js';
import {
  allContentFields,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  routingEvent,
  shownFields,
  timesAsked,
} from '../description-lookups.js';
import { actionsOf, inboxNeeds, WEBHOOK } from '../needs.js';
import type { UserLabel } from '../request-plan.js';
import { acceptedOrRefused, look, operate, prepare, send } from '../steps.js';
import type { CaseDraft, SendStep, Step } from '../types.js';

/** Values that are nearly or wholly the same are no reason to take one message, or one field, for another (sections 1 to 3). */
export function nearlyEqual(description: Description): CaseDraft[] {
  return [...differencesInOneField(description), ...sameEverywhere(description)];
}

/** Messages that differ in a single field, and there in a single respect. */
function differencesInOneField(description: Description): CaseDraft[] {
  return [
    ...operationsOf(description, 'message').map((operation) => inOneField(description, operation)),
    likeChoice(description),
  ];
}

const LINK = 'https://files.example/report.pdf';
const TEXT = 'See you at the station';
const FILES = ['Report.pdf', 'Report.pdf.zip', 'REPORT.pdf'];

/** A value of a field, and others that differ from it in a single respect: what follows, or letter case. */
function variantsOf({ type, pool }: Field): unknown[] {
  if (type === 'number' || type === 'integer') return [1000, 1001];
  if (pool === 'links') return [LINK, `${LINK}?part=2`, LINK.replace('report', 'REPORT')];
  if (pool === 'fileNames') return FILES;
  return type === 'string' ? [TEXT, `${TEXT}, at nine`, TEXT.toUpperCase()] : [];
}

/** A service need not take links with a query. */
function isWithQuery(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(`${LINK}?`);
}

function inOneField(description: Description, operation: string): CaseDraft {
  const names = shownFields(description, operation);
  const fields = requestFields(description, operation).filter(([name]) => names.includes(name));
  const first = Object.fromEntries(
    fields.flatMap(([name, field]) =>
      variantsOf(field)
        .slice(0, 1)
        .map((value) => [name, value]),
    ),
  );
  const variants = fields.flatMap(([name, field]) =>
    variantsOf(field)
      .slice(1)
      .map((value, at) => ({
        as: `${name} ${at + 2}`,
        set: { [name]: value },
        isRefusable: isWithQuery(value),
      })),
  );
  const message = (
    { like, set, isRefusable }: { like: string; set?: Record<string, unknown>; isRefusable: boolean },
    name: string,
  ): SendStep => {
    const plan = { body: { kind: 'documented', like, ...(set && { set }) } } as const;
    const expect = acceptedOrRefused(description, operation, 'a link with a query');
    return isRefusable
      ? send(description, operation, expect, plan, { as: name })
      : prepare(description, operation, plan, name);
  };
  const sent = [
    prepare(description, operation, { body: { kind: 'documented', set: first } }, 'first'),
    ...variants.map((variant) => message({ ...variant, like: 'first' }, variant.as)),
  ];
  const kept = sent.flatMap(({ as }) => as ?? []);
  const later = kept.map((like) => {
    const isRefusable = variants.some((variant) => variant.as === like && variant.isRefusable);
    return message({ like, isRefusable }, `${like} again`);
  });
  return {
    group: 'storage',
    name: 'kept-nearly-equal',
    operation,
    title: `Nearly identical ${operation} messages (one field differs in its ending or letter case) all reach the employee, before and after the selection`,
    needs: inboxNeeds(names),
    steps: [
      ...sent,
      prepare(description, operationOf(description, 'select')),
      look('present', kept, names),
      ...later,
      look('present', [...kept, ...later.flatMap(({ as }) => as ?? [])], names),
    ],
  };
}

/** Nothing that a user writes chooses a destination: neither a number, as from a menu, nor the id of one. */
function likeChoice(description: Description): CaseDraft {
  const names = [...allContentFields(description), description.employee.destination];
  const event = routingEvent(description);
  const operation = operationOf(description, 'message');
  const [free = ''] = requestFields(description, operation).find(([, { freeText }]) => freeText) ?? [];
  const messages = ['1', '{destination}'].map((filled, at) => ({
    as: `choice ${at + 1}`,
    body: { kind: 'documented', filled: { [free]: filled } } as const,
  }));
  const all = [...messages.map(({ as }) => as), 'last'];
  const asked = timesAsked(
    description,
    all.map(() => 'message' as const),
  );
  return {
    group: 'storage',
    name: 'kept-like-choice',
    title: 'Messages that read like the choice of a destination wait for the selection as all others do',
    needs: [...inboxNeeds(names), WEBHOOK],
    steps: [
      ...messages.map(({ as, body }) => prepare(description, operation, { body }, as)),
      prepare(description, operation, {}, 'last'),
      { do: 'expect-event', event, user: 'a', times: asked, settles: true },
      look('absent', all, names, { destination: 'each' }),
      prepare(description, operationOf(description, 'select')),
      look('present', all, allContentFields(description)),
    ],
  };
}

/** The same value in several fields stays in each of them: a link, and the user's id. */
function sameEverywhere(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const kinds = operationsOf(description, 'message');
  const acts = replies(description);
  const card = shownFields(description, select);
  const all = allContentFields(description);
  const details = [...new Set(kinds.flatMap((operation) => shownFields(description, operation)))];
  const write = (user: UserLabel, value: string, times: string): SendStep[] =>
    kinds.map((operation) =>
      step(description, operation, { user, value, as: `${times} ${operation} of ${user}` }),
    );
  const of = (user: UserLabel, times: string): string[] =>
    kinds.map((operation) => `${times} ${operation} of ${user}`);
  const conversation = (user: UserLabel, value: string): Step[] => [
    step(description, select, { user, value, as: `selection of ${user}` }),
    ...write(user, value, 'first'),
    look('present', of(user, 'first'), details, { user }),
    look('present', of(user, 'first'), card, { user, card: `selection of ${user}` }),
  ];
  const same = acts.map((rule, at) => ({ rule, as: `reply ${at + 1}` }));
  return [
    {
      group: 'employee',
      name: 'same-value-everywhere',
      title:
        'One value in all fields of a selection, of messages and of replies is shown wherever it was given',
      needs: [...inboxNeeds([...all, ...details, ...card]), ...actionsOf(acts)],
      steps: [
        ...conversation('b', '{user}'),
        ...conversation('a', LINK),
        // Each message says what the reply just before it did.
        ...same.flatMap(({ rule: { action: name, parameters, carries }, as }, at) => [
          operate(
            name,
            { ...parameters, ...Object.fromEntries(carries.map((each) => [each, LINK])) },
            { as },
          ),
          ...write('a', LINK, 'second').filter((_, turn) => turn % same.length === at),
        ]),
        look('present', [...of('a', 'first'), ...of('a', 'second')], details, {
          replies: same.map(({ as }) => as),
        }),
      ],
    },
  ];
}

/** A request with this value in every text that is shown, and in entries of a map; what takes links takes no other text. */
function step(
  description: Description,
  operation: string,
  { user, value, as }: { user: UserLabel; value: string; as: string },
): SendStep {
  const fields = requestFields(description, operation).filter(([name]) =>
    shownFields(description, operation).includes(name),
  );
  const filled = Object.fromEntries(
    fields.flatMap(([name, { type, pool }]): [string, unknown][] => {
      if (type === 'map') return [[name, { one: value, other: value }]];
      return type === 'string' && (pool !== 'links' || value === LINK) ? [[name, value]] : [];
    }),
  );
  return {
    ...send(
      description,
      operation,
      acceptedOrRefused(description, operation, 'the same value in all fields'),
      { user, body: { kind: 'documented', filled } },
      { as },
    ),
    endsIf: 'refused',
  };
}
