import type { Description } from '../../description/types.js';
import { jsonInLine } from '../../phrases.js';
import { oneOfEachKind, operationOf, rowsOf, statusAndCode } from '../description-lookups.js';
import type { Expectation, KeyChange, KeyChoice, RequestPlan } from '../request-plan.js';
import { send, sendTwice } from '../steps.js';
import type { CaseDraft, SendStep } from '../types.js';

/** The key in the query (section 5): on every operation, whatever it does. */
export function authentication(description: Description): CaseDraft[] {
  return [
    ...Object.keys(description.operations).flatMap((operation) => [
      ...withoutKey(description, operation),
      ...misnamedKey(description, operation),
      ...unregisteredKeys(description, operation),
      ...openQuestions(description, operation),
    ]),
    ...oneOfEachKind(description).flatMap((operation) => inexactKeys(description, operation)),
    ...alteredSecondKey(description),
    ...keySpellings(description),
  ];
}

function draft(name: string, operation: string, title: string, steps: SendStep[]): CaseDraft {
  return { group: 'authentication', name, operation, title: `${operation} ${title}`, needs: [], steps };
}

function withoutKey(description: Description, operation: string): CaseDraft[] {
  return rowsOf(description, 'no-key').map((row) =>
    draft(
      'no-key',
      operation,
      `without a key is refused with ${statusAndCode(description, row)}`,
      sendTwice(send(description, operation, { kind: 'refused', rows: [row] }, { key: 'none' })),
    ),
  );
}

/** A registered key in a parameter whose name is longer than the documented one does not count as a key. */
function misnamedKey(description: Description, operation: string): CaseDraft[] {
  const name = description.http.keyParameter;
  return rowsOf(description, 'no-key').map((row) => {
    const sendMisnamed = (query: NonNullable<RequestPlan['query']>, variant: string): SendStep =>
      send(description, operation, { kind: 'refused', rows: [row] }, { query }, { variant });
    const title = `with the key in a parameter that is not called "${name}" is refused with ${statusAndCode(description, row)}`;
    return draft('misnamed-key', operation, title, [
      sendMisnamed('longer-name', `"${name}x"`),
      sendMisnamed('longer-name-before', `"x${name}"`),
      sendMisnamed('other-name', 'another name'),
    ]);
  });
}

function unregisteredKeys(description: Description, operation: string): CaseDraft[] {
  return rowsOf(description, 'unregistered-key').flatMap((row) => {
    const title = (which: string): string =>
      `with ${which} is refused with ${statusAndCode(description, row)}`;
    const sendEach = (keys: Keys): SendStep[] => withKeys(description, operation, row, keys);
    return [
      draft('unregistered-key', operation, title('an unregistered key'), sendEach({ unregistered: null })),
      ...reservedKeys(description, operation, row),
      draft('longer-key', operation, title('extra characters before or after the registered key'), [
        ...sendEach({ longer: 'characters after the key', 'longer-before': 'characters before the key' }),
        ...(description.samples.keySuffixes ?? []).map((longerBy) =>
          withKey(description, operation, row, { longerBy }, `${jsonInLine(longerBy)} after the key`),
        ),
      ]),
      draft(
        'cut-key',
        operation,
        title('part of the registered key'),
        sendEach({
          'cut-at-end': 'the last character of the key is missing',
          'cut-in-half': 'the second half of the key is missing',
          'cut-at-start': 'the first character of the key is missing',
        }),
      ),
    ];
  });
}

/** Neither is a part of another contact point's key a key, nor is one with more around it. */
function alteredSecondKey(description: Description): CaseDraft[] {
  const operation = operationOf(description, 'message');
  const changes = {
    longer: 'characters after the key',
    'longer-before': 'characters before the key',
    'cut-at-end': 'the last character of the key is missing',
    'cut-in-half': 'the second half of the key is missing',
    'cut-at-start': 'the first character of the key is missing',
  } satisfies Partial<Record<KeyChange, string>>;
  return rowsOf(description, 'unregistered-key').map((row) => ({
    ...draft(
      'altered-second-key',
      operation,
      `with part of another contact point's key, or with extra characters around it, is refused with ${statusAndCode(description, row)}`,
      Object.entries(changes).map(([change, variant]) =>
        withKey(description, operation, row, { ofSecond: change as KeyChange }, variant),
      ),
    ),
    needs: [{ kind: 'second-key' }],
  }));
}

/** Values that are nobody's key, though a program may mistake them for one. */
function reservedKeys(description: Description, operation: string, row: string): CaseDraft[] {
  const keys = description.samples.unregisteredKeys ?? [];
  if (keys.length === 0) return [];
  return [
    draft(
      'reserved-key',
      operation,
      `with a reserved word of programming languages as the key is refused with ${statusAndCode(description, row)}`,
      keys.map((literal) =>
        withKey(description, operation, row, { literal }, `the key ${JSON.stringify(literal)}`),
      ),
    ),
  ];
}

/** Keys to be refused, with what distinguishes each from the others of its case. */
type Keys = Partial<Record<KeyChoice, string | null>>;

function withKeys(description: Description, operation: string, row: string, keys: Keys): SendStep[] {
  return Object.entries(keys).map(([key, variant]) =>
    withKey(description, operation, row, key as KeyChoice, variant),
  );
}

function withKey(
  description: Description,
  operation: string,
  row: string,
  key: NonNullable<RequestPlan['key']>,
  variant: string | null,
): SendStep {
  const named = variant === null ? {} : { variant };
  return send(description, operation, { kind: 'refused', rows: [row] }, { key }, named);
}

/** What is not shown about the key's parameter. */
function openQuestions(description: Description, operation: string): CaseDraft[] {
  const documented = (gap: string): Expectation => ({ kind: 'documented', gap });
  return [
    draft('empty-key', operation, 'with an empty key', [
      send(description, operation, documented('empty-key'), { key: 'empty' }),
    ]),
    draft('key-twice', operation, 'with the key given twice', [
      send(description, operation, documented('key-twice'), { key: 'twice' }),
    ]),
  ];
}

/** Keys that differ from the registered one in ways that are easily overlooked. */
function inexactKeys(description: Description, operation: string): CaseDraft[] {
  return rowsOf(description, 'unregistered-key').flatMap((row) => {
    const refused = `is refused with ${statusAndCode(description, row)}`;
    return [
      draft(
        'altered-key',
        operation,
        `with a key that differs from the registered one in a single character ${refused}`,
        withKeys(description, operation, row, {
          'other-at-end': 'the last character of the key is different',
          'other-inside': 'a character in the middle of the key is different',
          'other-at-start': 'the first character of the key is different',
        }),
      ),
      draft(
        'key-other-case',
        operation,
        `with the registered key in different letter case ${refused}`,
        withKeys(description, operation, row, { 'other-case': null }),
      ),
      draft(
        'key-with-blanks',
        operation,
        `with a space before or after the registered key ${refused}`,
        withKeys(description, operation, row, {
          'blank-before': 'a space before the key',
          'blank-after': 'a space after the key',
        }),
      ),
    ];
  });
}

/** Where the key may be, other than plainly in the query, is not shown. */
function keySpellings(description: Description): CaseDraft[] {
  const list = operationOf(description, 'destinations');
  const message = operationOf(description, 'message');
  const open = (
    operation: string,
    plan: Partial<RequestPlan>,
    about: { gap: string; part: string },
  ): SendStep => {
    const { gap, part } = about;
    const words = { part, accepted: 'accepted', refused: 'refused' };
    return send(description, operation, { kind: 'documented', gap, about: words }, plan, { variant: part });
  };
  return [
    draft('encoded-key', list, 'with every character of the key percent-encoded', [
      open(list, { query: 'encoded-key' }, { gap: 'key-encoded', part: 'all characters percent-encoded' }),
    ]),
    draft('key-with-parameters', list, 'with another query parameter beside the key', [
      open(list, { query: 'parameter-before' }, { gap: 'key-with-parameters', part: 'one before the key' }),
      open(list, { query: 'parameter-after' }, { gap: 'key-with-parameters', part: 'one after the key' }),
    ]),
    draft('key-name-in-capitals', list, "with the name of the key's parameter in upper case", [
      open(list, { query: 'upper-name' }, { gap: 'key-name-case', part: 'in upper case' }),
    ]),
    draft('key-in-header', list, 'with the key in a header instead of the query', [
      open(list, { keyIn: 'authorization' }, { gap: 'key-elsewhere', part: 'as a bearer token' }),
      open(list, { keyIn: 'header' }, { gap: 'key-elsewhere', part: 'in X-Api-Key' }),
    ]),
    draft('key-in-body', message, 'with the key in the body instead of the query', [
      open(message, { keyIn: 'body' }, { gap: 'key-elsewhere', part: 'in the body' }),
    ]),
  ];
}

/** Only HTTPS is served (sections 1 and 4). */
export function transport(description: Description): CaseDraft[] {
  return Object.entries(description.operations)
    .filter(([, { response }]) => response !== 'undocumented')
    .flatMap(([operation]) =>
      (['own-port', 'port-80'] as const).map((plain) => ({
        group: 'transport' as const,
        name: `plain-http-${plain}`,
        operation,
        title: `${operation} over plain HTTP on ${plain === 'own-port' ? "the target's own port" : 'port 80'} does not succeed`,
        needs: [{ kind: 'https' as const }],
        steps: [
          send(
            description,
            operation,
            { kind: 'no-success', how: 'over plain HTTP', code: 'plain-http' },
            { plain },
          ),
        ],
      })),
    );
}
