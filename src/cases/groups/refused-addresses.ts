import type { Description, ErrorStimulus } from '../../description/types.js';
import { operationOf, routingEvent, rowsOf } from '../description-lookups.js';
import { WEBHOOK } from '../needs.js';
import type { KeyChoice, RequestPlan } from '../request-plan.js';
import {
  ADDRESS_OF_SECOND,
  OWN_POINT,
  prepare,
  SECOND_POINT,
  secondAddress,
  send,
  setAddress,
} from '../steps.js';
import type { CaseDraft, ExpectEventStep, Need, SendStep, Step } from '../types.js';

/** A refused request changes nothing: events still go to the address that was set before (section 7). */
export function refusedAddresses(description: Description): CaseDraft[] {
  return [
    ...invalidAfterReplacement(description),
    ...invalidAtSecond(description),
    ...unreadAfterReplacement(description),
    ...afterFirstAddress(description),
  ];
}

/** A refused request, and the address that it must leave as it is. */
interface Keeping extends Pick<CaseDraft, 'name' | 'title' | 'phase'> {
  /** Sets the address. */
  before: Step[];
  address: string;
  refused: SendStep[];
  /** At which contact point; default: the main one. */
  who?: { key?: KeyChoice };
  needs?: Need[];
}

/** One user shows which address holds before, another one that it still does. None if nothing is known to be refused. */
function keepAddress(
  description: Description,
  { before, address, refused, who = {}, needs = [], ...draft }: Keeping,
): CaseDraft[] {
  if (refused.length === 0) return [];
  const message = operationOf(description, 'message');
  const expectAsked = (user: 'a' | 'b'): ExpectEventStep => ({
    do: 'expect-event',
    event: routingEvent(description),
    user,
    times: 1,
    address,
  });
  return [
    {
      group: 'events',
      ...draft,
      needs: [WEBHOOK, { kind: 'body', operation: operationOf(description, 'address') }, ...needs],
      steps: [
        ...before,
        prepare(description, message, who),
        { ...expectAsked('a'), setup: true },
        ...refused.map((step) => ({ ...step, request: { ...who, ...step.request } })),
        prepare(description, message, { ...who, user: 'b' }),
        { ...expectAsked('b'), proven: true },
      ],
    },
  ];
}

/** Where nobody else sets an address, so that the one before is another one. */
function keepReplacement(
  description: Description,
  name: string,
  what: string,
  refused: SendStep[],
): CaseDraft[] {
  return keepAddress(description, {
    name: `address-kept-${name}`,
    title: `After an address was replaced, events keep going to the new one when ${operationOf(description, 'address')} is refused for ${what}`,
    phase: 'unset',
    before: ['early', 'late'].map(setAddress),
    address: 'late',
    refused,
    who: OWN_POINT,
    needs: [{ kind: 'unset-address' }],
  });
}

/** The request that sets an address, with this fault; none if the table has no row for it. */
function refusal(
  description: Description,
  kind: ErrorStimulus['kind'],
  plan: Partial<RequestPlan>,
): SendStep[] {
  const rows = rowsOf(description, kind);
  if (rows.length === 0) return [];
  return [
    {
      ...send(description, operationOf(description, 'address'), { kind: 'refused', rows }, plan),
      setup: true,
    },
  ];
}

/** An invalid address for each of these texts. */
function invalidAddresses(description: Description, literals: readonly string[]): SendStep[] {
  return literals.flatMap((literal) =>
    refusal(description, 'invalid-address', { body: { kind: 'dialect', address: { literal } } }),
  );
}

/** The first of the invalid addresses stands for all of them. */
function firstInvalid(description: Description): SendStep[] {
  const [literal = ''] = Object.values(description.samples.invalidAddresses);
  return invalidAddresses(description, [literal]);
}

function invalidAfterReplacement(description: Description): CaseDraft[] {
  const literals = Object.values(description.samples.invalidAddresses);
  return [
    ...keepReplacement(description, 'replaced', 'an invalid address', firstInvalid(description)),
    ...keepReplacement(
      description,
      'each',
      'every kind of invalid address',
      invalidAddresses(description, literals),
    ),
    ...keepReplacement(
      description,
      'no-text',
      'an address that is not a text',
      [7, true, ['text'], { text: 'text' }, null].map((value) => withoutText(description, value)),
    ),
  ];
}

/** Rows that may refuse what is no address at all. */
function rowsOfNoAddress(description: Description): string[] {
  return rowsOf(description, 'wrong-type', 'malformed-json', 'invalid-address');
}

/** A service may take such a value for something else: then the address is what it made of it, and the case ends. */
function withoutText(description: Description, value: unknown): SendStep {
  return {
    ...send(
      description,
      operationOf(description, 'address'),
      { kind: 'documented', refusal: rowsOfNoAddress(description) },
      { body: { kind: 'dialect', address: { value } } },
    ),
    endsIf: 'accepted',
  };
}

function invalidAtSecond(description: Description): CaseDraft[] {
  return keepAddress(description, {
    name: 'address-kept-at-second',
    title: `Events of another contact point keep going to its address when ${operationOf(description, 'address')} is refused there for an invalid one`,
    before: [secondAddress()],
    address: ADDRESS_OF_SECOND,
    refused: firstInvalid(description),
    who: SECOND_POINT,
    needs: [{ kind: 'second-key' }],
  });
}

/** An address that a request would set if it were accepted. */
const THIRD = { kind: 'dialect', address: { label: 'third' } } as const;

/** Requests that are refused before anybody looks at the address. */
function unreadAfterReplacement(description: Description): CaseDraft[] {
  const noObject = ['[]', '"text"'].map((text) =>
    send(
      description,
      operationOf(description, 'address'),
      { kind: 'refused', rows: rowsOfNoAddress(description) },
      { body: { kind: 'literal', text } },
      { setup: true },
    ),
  );
  return keepReplacement(
    description,
    'unread',
    'an empty body, for a missing key, and for a body that is not an object',
    [
      ...refusal(description, 'empty-body', { body: { kind: 'literal', text: '' } }),
      ...refusal(description, 'no-key', { key: 'none', body: THIRD }),
      ...noObject,
    ],
  );
}

/** The catcher's address that the refused request would replace. */
const FORMER = 'first';

/** The same at the main contact point. */
function afterFirstAddress(description: Description): CaseDraft[] {
  const keepFirst = (name: string, what: string, refused: SendStep[]): CaseDraft[] =>
    keepAddress(description, {
      name: `address-kept-${name}`,
      title: `Events keep going to the address that was set before ${operationOf(description, 'address')} was refused for ${what}`,
      phase: 'address',
      before: [{ do: 'address', label: FORMER, setup: true }],
      address: FORMER,
      refused,
    });
  return [
    ...keepFirst('invalid', 'an invalid address', firstInvalid(description)),
    ...keepFirst(
      'malformed',
      'malformed JSON',
      refusal(description, 'malformed-json', { body: { kind: 'mutated', mutation: 'trailing-text' } }),
    ),
    ...keepFirst(
      'wrong-key',
      'an unregistered key',
      refusal(description, 'unregistered-key', { key: 'unregistered', body: THIRD }),
    ),
  ];
}
