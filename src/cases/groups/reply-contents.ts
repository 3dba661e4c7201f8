import { fileLinksOf, linksOf, textOf } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import { conjunction, wordsOf } from '../../phrases.js';
import {
  type EmployeeEvent,
  linkParameterOf,
  operationsOf,
  replies,
  requestFields,
} from '../description-lookups.js';
import { action, closeNeed, WEBHOOK } from '../needs.js';
import { replyWithEvent } from '../reply-steps.js';
import {
  closeConversation,
  conversation,
  expectEventOf,
  operate,
  prepare,
  withoutNumbers,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** What employees write, as the events of their replies carry it (section 6). */
export function replyContents(description: Description): CaseDraft[] {
  return replies(description).flatMap((rule) => [
    ...unchangedValues(description, rule),
    ...exactTexts(description, rule),
    ...details(description, rule),
    ...fileTypes(description, rule),
    repeatedReply(description, rule),
    replyRepeatedLater(description, rule),
    ...nearlyRepeatedReplies(description, rule),
  ]);
}

/** What an employee writes reaches the gateway unchanged, in whatever field the payload has for it. */
function unchangedValues(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft[] {
  const { freeParameters, texts, links = {} } = description.samples;
  const free = carries.find((parameter) => freeParameters.includes(parameter));
  const link = linkParameterOf(description, carries);
  const pool: Description['samples']['texts'] = free
    ? texts
    : Object.fromEntries(
        (link ? linksOf(description) : []).map(([sample, value]) => [
          sample,
          { value, mayBeRefused: typeof links[sample] !== 'string' },
        ]),
      );
  const parameter = free ?? link ?? '';
  return Object.entries(pool).map(
    ([sample, { mayBeRefused, ...text }]): CaseDraft => ({
      group: 'events',
      name: `unchanged-${event}-${sample}`,
      title: `${event} carries ${parameter} unchanged: ${wordsOf(sample)}`,
      needs: [WEBHOOK, action(name)],
      steps: [
        ...conversation(description),
        {
          ...operate(name, { ...parameters, [parameter]: textOf(text) }, { as: 'act' }),
          ...(mayBeRefused && { setup: true, mayBeImpossible: true }),
        },
        {
          do: 'expect-event',
          event,
          user: 'a',
          times: 1,
          calibrates: true,
          carries: { of: 'act', parameters: [parameter] },
        },
      ],
    }),
  );
}

/** Texts that services are known to normalize arrive byte for byte, as one expects of them. */
function exactTexts(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft[] {
  const free = carries.find((parameter) => description.samples.freeParameters.includes(parameter));
  if (!free) return [];
  const texts = Object.values(description.samples.texts).flatMap(({ value, unifiable }) =>
    unifiable ? [value] : [],
  );
  // In one text, with the first of them at both ends.
  const text = [...texts, ...texts.slice(0, 1)].join('');
  return [
    {
      group: 'events',
      name: `exact-${event}`,
      title: `${event} carries ${free} byte for byte: line ends, leading and trailing spaces, Unicode forms`,
      needs: [WEBHOOK, action(name)],
      steps: [
        ...conversation(description),
        operate(name, { ...parameters, [free]: text }, { as: 'act' }),
        {
          do: 'expect-event',
          event,
          user: 'a',
          times: 1,
          carries: { of: 'act', parameters: [free], exact: true },
        },
      ],
    },
  ];
}

/** What else a reply has than what its event must carry, such as the name of a file: no value of it loses the event. */
function details(description: Description, rule: EmployeeEvent): CaseDraft[] {
  const { texts, numbers = {}, fileNames = [] } = description.samples;
  const ordinary = [
    ...Object.values(texts).flatMap((text) => (text.mayBeRefused ? [] : [textOf(text)])),
    ...(linkParameterOf(description, rule.carries) === undefined ? [] : fileNames),
  ];
  const pools = Object.entries(rule.parameters)
    .filter(([parameter]) => !rule.carries.includes(parameter))
    .map(([parameter, value]): [string, unknown[]] => [
      parameter,
      typeof value === 'number' ? Object.values(numbers) : ordinary,
    ]);
  if (pools.length === 0) return [];
  const most = Math.max(...pools.map(([, pool]) => pool.length));
  const acts = Array.from({ length: most }, (_, at) => ({
    as: `reply ${at + 1}`,
    set: Object.fromEntries(pools.map(([parameter, pool]) => [parameter, pool[at % pool.length]])),
  }));
  return [
    {
      group: 'events',
      name: `details-of-${rule.event}`,
      title: `${rule.event} arrives whatever ${conjunction(pools.map(([parameter]) => parameter))} the employee sends`,
      needs: [WEBHOOK, action(rule.action)],
      steps: [
        ...conversation(description),
        ...replyWithEvent(rule, 'usual'),
        // An employee's side need not be able to send each of them.
        ...acts.map(
          ({ as, set }): Step => ({
            ...operate(rule.action, { ...rule.parameters, ...set }, { as }),
            leftOpen: true,
          }),
        ),
        ...acts.map(({ as }) => expectEventOf(rule, as)),
      ],
    },
  ];
}

/** A link to a file of each type: none of them loses the event. */
function fileTypes(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft[] {
  const link = linkParameterOf(description, carries);
  const files = fileLinksOf(description);
  if (link === undefined || files.length === 0) return [];
  return [
    {
      group: 'events',
      name: `file-types-${event}`,
      title: `${event} carries ${link} unchanged, whatever the type of the file`,
      needs: [WEBHOOK, action(name)],
      steps: [
        ...conversation(description),
        // An employee's side need not be able to send each of them.
        ...files.map(
          ([as, value]): Step => ({
            ...operate(name, { ...parameters, [link]: value }, { as }),
            leftOpen: true,
          }),
        ),
        ...files.map(([as]) => expectEventOf({ event, carries: [link] }, as)),
      ],
    },
  ];
}

/** Whoever writes the same again means it, and so does whoever writes what the user has just written. */
function repeatedReply(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft {
  const { freeParameters, linkParameters = [] } = description.samples;
  const plain = Object.fromEntries(
    carries.flatMap((parameter) => {
      if (freeParameters.includes(parameter)) return [[parameter, 'Yes']];
      return linkParameters.includes(parameter) ? [[parameter, 'https://files.example/yes.png']] : [];
    }),
  );
  const same = withoutNumbers({ ...parameters, ...plain });
  const alike = operationsOf(description, 'message').find((operation) =>
    requestFields(description, operation).some(([field]) => field in plain),
  );
  return {
    group: 'events',
    name: `repeated-${event}`,
    title: `${event} arrives for each of two equal replies, whatever the user has just written`,
    needs: [WEBHOOK, action(name)],
    steps: [
      ...conversation(description),
      ...(alike === undefined
        ? []
        : [prepare(description, alike, { body: { kind: 'documented', set: plain } })]),
      ...[1, 2].flatMap((times): Step[] => [
        operate(name, same, { as: `reply ${times}` }),
        {
          do: 'expect-event',
          event,
          user: 'a',
          times,
          carries: { of: `reply ${times}`, parameters: carries },
        },
      ]),
    ],
  };
}

/** A reply is one of its own, though it begins like the one before, or that one like it, or only letter case tells them apart. */
function nearlyRepeatedReplies(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft[] {
  const { freeParameters, linkParameters = [] } = description.samples;
  const parameter = carries.find((each) => freeParameters.includes(each) || linkParameters.includes(each));
  if (parameter === undefined) return [];
  const variants = freeParameters.includes(parameter)
    ? ['See you at the station', 'See you at the station, at nine', 'See you', 'SEE YOU', 'See you.']
    : ['a.pdf', 'a.pdf?part=2', 'a.pdf?part=2&part=3', 'a.pdf', 'A.pdf'].map(
        (end) => `https://files.example/${end}`,
      );
  return [
    {
      group: 'events',
      name: `nearly-repeated-${event}`,
      title: `${event} arrives for each of several replies that are nearly the same`,
      needs: [WEBHOOK, action(name)],
      steps: [
        ...conversation(description),
        ...variants.flatMap((value, at): Step[] => [
          // All else is the same: it tells no reply from the next.
          operate(name, { ...withoutNumbers(parameters), [parameter]: value }, { as: `reply ${at + 1}` }),
          {
            do: 'expect-event',
            event,
            user: 'a',
            times: variants.slice(0, at + 1).filter((other) => other.includes(value)).length,
            carries: { of: `reply ${at + 1}`, parameters: [parameter] },
          },
        ]),
      ],
    },
  ];
}

/** What was written in an earlier conversation may be written again. */
function replyRepeatedLater(
  description: Description,
  { event, action: name, parameters, carries }: EmployeeEvent,
): CaseDraft {
  const reply = (as: string, times: number): Step[] => [
    operate(name, withoutNumbers(parameters), { as }),
    { do: 'expect-event', event, user: 'a', times, carries: { of: as, parameters: carries } },
  ];
  return {
    group: 'events',
    name: `repeated-later-${event}`,
    title: `${event} arrives for a reply that equals one in an earlier conversation`,
    needs: [WEBHOOK, action(name), closeNeed(description)],
    steps: [
      ...conversation(description),
      ...reply('first', 1),
      ...closeConversation(description),
      ...conversation(description),
      ...reply('again', 2),
    ],
  };
}
