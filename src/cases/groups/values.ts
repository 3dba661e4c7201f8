import { poolOf } from '../../description/samples.js';
import type { Description, Field } from '../../description/types.js';
import { conjunction, wordsOf } from '../../phrases.js';
import {
  contentFields,
  operationOf,
  operationsOf,
  requestFields,
  shownFields,
} from '../description-lookups.js';
import { action, inboxNeeds } from '../needs.js';
import { logIn, logOut, look, OWN_POINT, prepare, tryValues } from '../steps.js';
import type { CaseDraft, SendStep } from '../types.js';

/** Values of the pools come through, in each field that takes them (sections 1 and 2). */
export function values(description: Description): CaseDraft[] {
  return [...seenValues(description), ...keptValues(description)];
}

/** While a destination is selected, and what selections say about the person. */
function seenValues(description: Description): CaseDraft[] {
  return [
    ...operationsOf(description, 'message').flatMap((operation) => {
      const fields = requestFields(description, operation).filter(([name]) =>
        shownFields(description, operation).includes(name),
      );
      // The first text has a case for each sample.
      const single = fields.find(([, field]) => field.freeText)?.[0];
      return [
        exactTexts(description, operation),
        ...arrivesInParts(description, operation),
        ...fields
          .filter(([name]) => name !== single)
          .map((field) => eachValue(description, operation, field)),
      ];
    }),
    ...cards(description),
    ...namesLikeFields(description),
    ...exactCards(description),
  ];
}

/** The same values while no destination is selected, and while nobody is logged in at the one that is. */
function keptValues(description: Description): CaseDraft[] {
  return operationsOf(description, 'message').flatMap((operation) =>
    requestFields(description, operation)
      .filter(([name]) => shownFields(description, operation).includes(name))
      .flatMap((field) => [
        eachValue(description, operation, field, 'kept'),
        eachValue(description, operation, field, 'waiting'),
      ]),
  );
}

/** When messages are sent, as titles say it. */
const WHEN = { selected: '', kept: ' before the selection', waiting: ' while employees are logged out' };

/** A message for each value of the field's pool. */
function eachValue(
  description: Description,
  operation: string,
  [name, field]: [string, Field],
  when: keyof typeof WHEN = 'selected',
): CaseDraft {
  const pool = [...poolOf(description, field), ...nothing(field)];
  const isWaiting = when === 'waiting';
  const place = isWaiting ? OWN_POINT : {};
  const select = prepare(description, operationOf(description, 'select'), place);
  const messages = pool.map(([sample, value]): SendStep => {
    const step = tryValues(description, operation, { [name]: value }, sample);
    return { ...step, request: { ...step.request, ...place } };
  });
  const seen = shownFields(description, operation);
  const steps = {
    selected: [select, ...messages],
    kept: [...messages, select],
    waiting: [logIn(), select, logOut(), ...messages, logIn()],
  };
  return {
    group: when === 'selected' ? 'employee' : 'storage',
    name: `${when === 'selected' ? '' : `${when}-`}values-of-${name}`,
    operation,
    title: `Every ${name} that ${operation} accepts${WHEN[when]} reaches the employee unchanged`,
    needs: [
      ...inboxNeeds([...new Set([...contentFields(description, operation), ...seen])]),
      ...(isWaiting ? [action('set_presence'), { kind: 'unset-address' } as const] : []),
    ],
    ...(isWaiting && { phase: 'unset' }),
    steps: [
      ...steps[when],
      look(
        'present',
        pool.map(([sample]) => sample),
        // One field may spoil another.
        seen,
        place,
      ),
    ],
  };
}

/** A message whose body arrives in two parts, cut inside a character (section 4): each part alone is not its text. */
function arrivesInParts(description: Description, operation: string): CaseDraft[] {
  const seen = shownFields(description, operation);
  const [name, field] = requestFields(description, operation).find(
    ([known, { freeText }]) => freeText && seen.includes(known),
  ) ?? [undefined, undefined];
  const value = field && poolOf(description, field).find(([, text]) => NON_ASCII.test(String(text)))?.[1];
  if (name === undefined || value === undefined) return [];
  return [
    {
      group: 'employee',
      name: 'in-parts',
      operation,
      title: `The ${name} of ${operation} reaches the employee unchanged when the body arrives in two parts`,
      needs: inboxNeeds([...new Set([...contentFields(description, operation), name])]),
      steps: [
        prepare(description, operationOf(description, 'select')),
        prepare(
          description,
          operation,
          { inParts: true, body: { kind: 'documented', set: { [name]: value } } },
          'in parts',
        ),
        look('present', ['in parts'], [name]),
      ],
    },
  ];
}

const NON_ASCII = /[^\0-\x7f]/;

/** A text that need not say anything, left empty: nothing else may be shown in its place. */
function nothing({ freeText, role }: Field): [string, string][] {
  return freeText && role !== 'content' ? [['empty', '']] : [];
}

/** Texts that services are known to normalize: an employee expects them byte for byte. */
function exactTexts(description: Description, operation: string): CaseDraft {
  const fields = requestFields(description, operation)
    .filter(([name, field]) => field.freeText && shownFields(description, operation).includes(name))
    .map(([name]) => name);
  const texts = unifiable(description);
  const messages = texts.map(([sample, value]) =>
    tryValues(description, operation, Object.fromEntries(fields.map((name) => [name, value])), sample),
  );
  return {
    group: 'employee',
    name: 'exact-texts',
    operation,
    title: `${conjunction(fields)} of ${operation} ${fields.length === 1 ? 'reaches' : 'reach'} the employee byte for byte: line ends, leading and trailing spaces, Unicode forms`,
    needs: inboxNeeds([...contentFields(description, operation), ...fields]),
    steps: [
      prepare(description, operationOf(description, 'select')),
      ...messages,
      look(
        'present',
        texts.map(([sample]) => sample),
        fields,
        { exact: true },
      ),
    ],
  };
}

function unifiable({ samples }: Description): [string, string][] {
  return Object.entries(samples.texts)
    .filter(([, value]) => value.unifiable)
    .map(([sample, { value }]) => [sample, value]);
}

/** What a selection says about the person: each value of the pool, after the first message. */
function cards(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const message = operationOf(description, 'message');
  return requestFields(description, select)
    .filter(([name]) => shownFields(description, select).includes(name))
    .flatMap(([name, field]) =>
      poolOf(description, field).map(
        ([sample, value]): CaseDraft => ({
          group: 'employee',
          name: `${name}-${sample}`,
          operation: select,
          title: `${name} of ${select} ${field.type === 'map' ? 'reach' : 'reaches'} the employee unchanged: ${wordsOf(sample)}`,
          needs: inboxNeeds([...contentFields(description, message), name]),
          steps: [
            prepare(description, message, {}, 'message'),
            {
              ...tryValues(description, select, { [name]: value }, sample),
              as: 'selection',
              endsIf: 'refused',
            },
            look('present', ['message'], [name], { card: 'selection' }),
          ],
        }),
      ),
    );
}

/** Entries of a map that are named like other fields do not take their place. */
function namesLikeFields(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const message = operationOf(description, 'message');
  const fields = requestFields(description, select).map(([name]) => name);
  const card = requestFields(description, select).filter(([name]) =>
    shownFields(description, select).includes(name),
  );
  const names = card.map(([name]) => name);
  return card
    .filter(([, { type }]) => type === 'map' && names.length > 1)
    .map(
      ([map]): CaseDraft => ({
        group: 'employee',
        name: `${map}-beside-fields`,
        operation: select,
        title: `${conjunction(names)} of ${select} reach the employee unchanged, even if entries of ${map} are named like fields`,
        needs: inboxNeeds([...contentFields(description, message), ...names]),
        steps: [
          prepare(description, message, {}, 'message'),
          {
            ...tryValues(
              description,
              select,
              { [map]: Object.fromEntries(fields.map((name) => [name, `${name} in ${map}`])) },
              'fields',
            ),
            as: 'selection',
            endsIf: 'refused',
          },
          look('present', ['message'], names, { card: 'selection' }),
        ],
      }),
    );
}

/** The same byte for byte: all texts in one, as entries of maps, and as their names. */
function exactCards(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const message = operationOf(description, 'message');
  const texts = unifiable(description);
  const fields = requestFields(description, select).filter(([name]) =>
    shownFields(description, select).includes(name),
  );
  const exactly = (name: string, title: string, set: Record<string, unknown>): CaseDraft => ({
    group: 'employee',
    name,
    operation: select,
    title: `${title} of ${select} reach the employee byte for byte`,
    needs: inboxNeeds([...contentFields(description, message), ...Object.keys(set)]),
    steps: [
      prepare(description, message, {}, 'message'),
      { ...tryValues(description, select, set, 'texts'), as: 'selection', endsIf: 'refused' },
      look('present', ['message'], Object.keys(set), { card: 'selection', exact: true }),
    ],
  });
  const all = fields.map(([name, { type }]): [string, unknown] => [
    name,
    type === 'map' ? Object.fromEntries(texts) : texts.map(([, text]) => text).join(''),
  ]);
  const maps = fields.filter(([, { type }]) => type === 'map').map(([name]) => name);
  const named = Object.fromEntries(texts.map(([name, text]) => [text, name]));
  return [
    exactly('exact-card', conjunction(fields.map(([name]) => name)), Object.fromEntries(all)),
    ...maps.map((map) => exactly(`exact-names-of-${map}`, `Names in ${map}`, { [map]: named })),
  ];
}
