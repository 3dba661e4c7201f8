import type { Description, Field } from '../../description/types.js';
import { conjunction } from '../../phrases.js';
import {
  allContentFields,
  cardOf,
  closeRule,
  operationOf,
  operationsOf,
  replies,
  requestFields,
  shownFields,
} from '../description-lookups.js';
import { action, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import type { BodyPlan, UserLabel } from '../request-plan.js';
import {
  closeConversation,
  closeEmptyConversation,
  look,
  operate,
  perform,
  prepare,
  tryValues,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Need, SendStep, Step } from '../types.js';

/** Further selections of a user: the card that they give, and who sees it (sections 2 and 3). */
export function laterSelections(description: Description): CaseDraft[] {
  return [...changingCards(description), ...laterCards(description), ...formerDestinations(description)];
}

type Place = 'chosen' | 'other';

/** A conversation of a user at a destination, and the messages in it. */
interface Talk {
  user: UserLabel;
  number: number;
  destination: Place;
}

/** Employees who had an earlier conversation see nothing of a later one that others have, whatever happens in it (section 4). */
function formerDestinations(description: Description): CaseDraft[] {
  const names = [...allContentFields(description), description.employee.destination];
  const acts = [closeRule(description).action, ...replies(description).map((rule) => rule.action)];
  const stays = ['chosen', 'other', 'other'] as const;
  const returns = ['chosen', 'other', 'chosen'] as const;
  const seeNone = (user: UserLabel, numbers: number[], destination: Place): Step =>
    look(
      'absent',
      numbers.flatMap((number) => saidIn(description, { user, number })),
      names,
      { user, destination, settles: true },
    );
  return [
    {
      group: 'employee',
      name: 'former-destinations',
      title:
        'Employees who had an earlier conversation see nothing of a second and a third one that others have, nor what follows a reply in them',
      needs: [...inboxNeeds(names), { kind: 'two-destinations' }, WEBHOOK, ...acts.map(action)],
      steps: [
        ...talks(description, 'a', stays),
        seeNone('a', [2, 3], 'chosen'),
        ...talks(description, 'b', returns),
        seeNone('b', [3], 'other'),
      ],
    },
  ];
}

/** Conversations at these destinations, each but the last with its close. */
function talks(description: Description, user: UserLabel, places: readonly Place[]): Step[] {
  const { action: close, event } = closeRule(description);
  return places.flatMap((destination, before): Step[] => {
    const number = before + 1;
    const end: Step[] = [
      { ...operate(close, {}, { user, setup: true }), destination: NTH[destination] },
      { do: 'expect-event', event, user, times: number, setup: true },
    ];
    return [...talk(description, { user, number, destination }), ...(number < places.length ? end : [])];
  });
}

const NTH: Record<Place, number> = { chosen: 0, other: 1 };

/** A message before the selection, one after it, and one after each reply, of the kinds in turn; all are seen. */
function talk(description: Description, { user, number, destination }: Talk): Step[] {
  const kinds = operationsOf(description, 'message');
  const [kept = '', first = '', ...afterReplies] = saidIn(description, { user, number });
  const write = (as: string, turn: number): Step =>
    prepare(description, kinds[(number + turn) % kinds.length] ?? '', { user }, as);
  const answered = replies(description).flatMap((rule, turn): Step[] => [
    { ...perform(rule, { user, setup: true }), destination: NTH[destination] },
    write(afterReplies[turn] ?? '', turn),
  ]);
  return [
    write(kept, 0),
    prepare(description, operationOf(description, 'select'), { user, destination }),
    write(first, 1),
    ...answered,
    look('present', saidIn(description, { user, number }), allContentFields(description), {
      user,
      destination,
    }),
  ];
}

/** Names of the messages in a conversation. */
function saidIn(description: Description, { user, number }: Pick<Talk, 'user' | 'number'>): string[] {
  const which = ['kept', 'first', ...replies(description).map(({ event }) => `after ${event}`)];
  return which.map((name) => `${name} of ${user}, ${number}`);
}

/**
 * A later selection that changes only the name, or only the attributes, shows what it says; one with an empty map shows
 * no entry.
 */
function laterCards(description: Description): CaseDraft[] {
  return cardFields(description).flatMap(([name, { type }]) => [
    ...changesOfOne(description, name),
    ...(type === 'map' ? [swappedEntries(description, name), ...emptiedMaps(description, name)] : []),
  ]);
}

/** Fields of a selection that employees see. */
function cardFields(description: Description): readonly [string, Field][] {
  const select = operationOf(description, 'select');
  const names = shownFields(description, select);
  return requestFields(description, select).filter(([name]) => names.includes(name));
}

/** What the selection before said. */
function firstCard(description: Description): Record<string, unknown> {
  return cardOf(description, 'First');
}

/** A case with a second conversation, whose selection employees then see. */
function laterCard(
  description: Description,
  { name, title }: { name: string; title: string },
  selection: SendStep,
  { there, more = [], exact = false }: { there?: Place; more?: Need[]; exact?: boolean } = {},
): CaseDraft {
  const select = operationOf(description, 'select');
  const message = operationOf(description, 'message');
  const names = cardFields(description).map(([field]) => field);
  return {
    group: 'employee',
    name,
    operation: select,
    title,
    needs: [
      ...inboxNeeds([...allContentFields(description), ...names]),
      WEBHOOK,
      closeNeed(description),
      ...more,
    ],
    steps: [
      prepare(description, message, {}, 'm1'),
      prepare(
        description,
        select,
        { body: { kind: 'documented', set: firstCard(description) } },
        'selection',
      ),
      look('present', ['m1'], names, { card: 'selection', setup: true }),
      ...closeConversation(description),
      prepare(description, message, {}, 'm2'),
      selection,
      // Earlier conversations may keep the card of their time.
      look('present', ['m2'], names, {
        card: 'later selection',
        ...(there && { destination: there }),
        ...(exact && { exact }),
      }),
    ],
  };
}

/** The card says something else in this field alone: at the same destination, and at another. */
function changesOfOne(description: Description, changed: string): CaseDraft[] {
  const select = operationOf(description, 'select');
  const names = cardFields(description).map(([field]) => field);
  const selectLater = (
    set: Record<string, unknown>,
    { like, ...plan }: { like?: string; destination?: Place } = {},
  ): SendStep => {
    const body: BodyPlan = { kind: 'documented', ...(like !== undefined && { like }), set };
    return prepare(description, select, { ...plan, body }, 'later selection');
  };
  // It differs in case alone: all else about it would be noticed sooner.
  const set = { [changed]: cardOf(description, 'FIRST')[changed] };
  const title = `A later ${select} that changes only ${changed} shows the new ${conjunction(names)}`;
  return [
    laterCard(
      description,
      { name: `${changed}-alone-changed`, title },
      selectLater(set, { like: 'selection' }),
    ),
    laterCard(
      description,
      { name: `${changed}-alone-changed-elsewhere`, title: `${title} at another destination` },
      selectLater({ ...firstCard(description), ...set }, { destination: 'other' }),
      { there: 'other', more: [{ kind: 'two-destinations' }] },
    ),
  ];
}

/** A map without entries, and one whose entries are empty. */
function emptiedMaps(description: Description, map: string): CaseDraft[] {
  const select = operationOf(description, 'select');
  const blanks = Object.fromEntries(
    Object.keys(firstCard(description)[map] ?? {}).map((entry) => [entry, '']),
  );
  const selectIfTaken = (value: unknown, sample: string): SendStep => ({
    ...tryValues(description, select, { [map]: value }, sample),
    as: 'later selection',
    endsIf: 'refused',
  });
  return [
    // A service may add to the entries that it has; one expects that they are replaced.
    laterCard(
      description,
      { name: `emptied-${map}`, title: `A later ${select} with empty ${map} shows none` },
      selectIfTaken({}, 'empty'),
      { exact: true },
    ),
    laterCard(
      description,
      { name: `other-${map}`, title: `A later ${select} with other ${map} shows none of the former ones` },
      selectIfTaken({ other: 'Second' }, 'other'),
      { exact: true },
    ),
    laterCard(
      description,
      {
        name: `blanked-${map}`,
        title: `A later ${select} with an empty value in each entry of ${map} shows no former value`,
      },
      selectIfTaken(blanks, 'blank'),
    ),
  ];
}

/** Two entries of a map change places: their names and values are the same as before. */
function swappedEntries(description: Description, map: string): CaseDraft {
  const select = operationOf(description, 'select');
  const message = operationOf(description, 'message');
  const selectEntries = (one: string, other: string, as: string): Step =>
    prepare(description, select, { body: { kind: 'documented', set: { [map]: { one, other } } } }, as);
  return {
    group: 'employee',
    name: `swapped-${map}`,
    operation: select,
    title: `A later ${select} that swaps the values of two entries of ${map} shows the new ones`,
    needs: [...inboxNeeds([...allContentFields(description), map]), WEBHOOK, closeNeed(description)],
    steps: [
      prepare(description, message, {}, 'm1'),
      selectEntries('Black', 'White', 'selection'),
      look('present', ['m1'], [map], { card: 'selection', setup: true }),
      ...closeConversation(description),
      prepare(description, message, {}, 'm2'),
      selectEntries('White', 'Black', 'later selection'),
      look('present', ['m2'], [map], { card: 'later selection' }),
    ],
  };
}

/** Who the user is may change, and change back: what counts is the selection, not which of its values were seen before. */
function changingCards(description: Description): CaseDraft[] {
  const select = operationOf(description, 'select');
  const names = shownFields(description, select);
  if (names.length === 0) return [];
  const card = conjunction(names);
  const draft = (name: string, title: string, steps: Step[]): CaseDraft => ({
    group: 'employee',
    name,
    title,
    needs: [...inboxNeeds([...allContentFields(description), ...names]), WEBHOOK, closeNeed(description)],
    steps,
  });
  const selection = (number: number): string => `selection ${number}`;
  /** A conversation with each of these selections, after a message that employees then see with its card. */
  const talksWithSelections = (bodies: readonly BodyPlan[]): Step[] =>
    bodies.flatMap((body, before): Step[] => [
      ...writeInTurn(description, [`message ${before + 1}`]),
      prepare(description, select, { body }, selection(before + 1)),
      look('present', [`message ${before + 1}`], names, { card: selection(before + 1) }),
      ...(before + 1 < bodies.length ? closeConversation(description, before + 1) : []),
    ]);
  return [
    draft(
      'card-back-to-first',
      `A third ${select} that says what the first one said shows its ${card} again`,
      talksWithSelections([
        { kind: 'documented' },
        { kind: 'documented' },
        { kind: 'documented', like: selection(1) },
      ]),
    ),
    draft(
      'card-after-empty-conversation',
      `A ${select} after a conversation without messages shows its ${card}`,
      [
        prepare(description, select, {}, selection(1)),
        ...closeEmptyConversation(description),
        prepare(description, select, {}, selection(2)),
        ...writeInTurn(description, ['message']),
        look('present', ['message'], names, { card: selection(2) }),
      ],
    ),
    draft(
      'card-in-parts',
      `Each ${select} shows its ${card}, even if they are the beginning, the end or the whole of the ones before`,
      talksWithSelections(
        PARTS.map((words) => ({ kind: 'documented', set: cardOf(description, words, words) })),
      ),
    ),
  ];
}

/** Each contains the one before or is contained in it. */
const PARTS = [
  'Anna Maria Rossi',
  'Anna Maria',
  'Anna',
  'Anna Maria Rossi',
  'Maria Rossi',
  'Rossi',
  'Anna Maria Rossi',
];
