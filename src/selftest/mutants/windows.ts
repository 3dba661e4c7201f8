import { routingEvent } from '../../cases/description-lookups.js';
import type { Case } from '../../cases/types.js';
import {
  after,
  type Move,
  movesOf,
  type Position,
  start,
  type Turn,
  triggerOf,
} from '../../cases/walks/moves.js';
import { type NamedTurn, type Window, windowKey, windowsOf } from '../../cases/walks/windows.js';
import { type RoutingStep, reachesEmployees, runRouting } from '../../description/routing.js';

import type { Description } from '../../description/types.js';
import { sendRouting } from '../../reference/conversations/conversation.js';
import type { User } from '../../reference/conversations/model.js';
import type { Fault } from '../../reference/faults/fault.js';
import type { Scene } from '../../reference/service-context.js';
import type { Mutant } from './mutant.js';

/** There are many sequences of three moves: one in this many of their mutants is tried. */
const SAMPLED = 3;

/**
 * After each legal sequence of two moves, and after sequences of three, each effect that can be wrong there: a
 * service that is correct except after that history (section 3).
 */
export function windows(descriptions: readonly Description[]): Mutant[] {
  return descriptions.flatMap((description) => [
    ...wrongAfter(description, 2),
    ...wrongAfter(description, 3).filter((_, at) => at % SAMPLED === 0),
  ]);
}

/** Mutants that are wrong after each sequence of this many moves. */
export function wrongAfter(description: Description, length: number): Mutant[] {
  return wrongAfterAny(description, distinct(windowsOf(description, movesOf(description), length)));
}

/** Mutants that are wrong after one of these sequences of moves each. */
export function wrongAfterAny(description: Description, rows: readonly Window[]): Mutant[] {
  return rows.flatMap((window) => {
    const place = placeOf(description, window);
    return Object.entries(EFFECTS)
      .filter(([, { applies }]) => applies(place))
      .map(([name, effect]) => mutant(description, window, name, effect));
  });
}

/** Windows that begin in the same state count as one. */
export function distinct(all: readonly Window[]): Window[] {
  return [...new Map(all.map((window) => [windowKey(window), window])).values()];
}

/** What the last move of a window does, wherever the window is. */
interface Place {
  move: Move;
  /** Messages reach employees after it. */
  selected: boolean;
  /** The routing's readings of the move; none for a reply. */
  readings: readonly RoutingStep[];
}

function placeOf(description: Description, window: Window): Place {
  const last = window.at(-1) as Turn;
  const { state } = after(description, last, last.move) as Position;
  const selected = reachesEmployees(description.routing, state);
  const key = windowKey(window);
  const readings = tracesTo(description, window).flatMap((turns) => {
    if (windowKey(turns.slice(-window.length)) !== key) return [];
    const triggers = turns.flatMap(({ move }) => triggerOf(move) ?? []);
    return last.move.kind === 'reply' ? [] : runRouting(description.routing, triggers).slice(-1);
  });
  return { move: last.move, selected, readings };
}

/** Moves before a window, at most: enough to reach any position, and a second conversation. */
const LONGEST_LEAD = 4;

/** Sequences of moves from the start that end in the moves of the window. */
function tracesTo(description: Description, window: Window): Turn[][] {
  const routed = movesOf(description).filter(({ kind }) => kind !== 'reply');
  const play = (turns: readonly Turn[], from: Position, moves: readonly Move[]): Turn[] | null => {
    const all = [...turns];
    let position = from;
    for (const move of moves) {
      const next = after(description, position, move);
      if (!next) return null;
      all.push({ ...position, move });
      position = next;
    }
    return all;
  };
  const leads = (turns: Turn[], position: Position, left: number): Turn[][] => {
    const whole = play(
      turns,
      position,
      window.map(({ move }) => move),
    );
    const longer = left === 0 ? [] : routed;
    return [
      ...(whole ? [whole] : []),
      ...longer.flatMap((move) => {
        const next = after(description, position, move);
        return next ? leads([...turns, { ...position, move }], next, left - 1) : [];
      }),
    ];
  };
  return leads([], start(description), LONGEST_LEAD);
}

interface Effect {
  summary: string;
  applies(place: Place): boolean;
  /** Undoes or adds to what the move has done; `before` is the user before it. */
  change?(scene: Scene, before: Pick<User, 'state' | 'destination' | 'ordinal'>): void;
  /** The move causes no event. */
  silent?: true;
}

const EFFECTS: Record<string, Effect> = {
  deselected: {
    summary: 'the destination is no longer selected',
    applies: ({ selected }) => selected,
    change: ({ user, rules }) => {
      Object.assign(user, { state: rules.description.routing.initial, destination: null, ordinal: 0 });
    },
  },
  'still-selected': {
    summary: 'the destination stays selected',
    applies: ({ move }) => move.kind === 'close',
    change: ({ user }, before) => Object.assign(user, before),
  },
  'message-lost': {
    summary: 'the message is lost',
    applies: ({ move }) => move.kind === 'message',
    change: ({ user }) => void (user.destination ? user.seen : user.kept).pop(),
  },
  'message-early': {
    summary: 'employees see the message before the selection',
    applies: ({ move, selected }) => move.kind === 'message' && !selected,
    change: ({ user, point }) => {
      const [first] = point.destinations.keys();
      const message = user.kept.at(-1);
      if (message && first !== undefined) user.seen.push({ ...message, destinationId: first });
    },
  },
  'message-elsewhere': {
    summary: 'the message reaches another destination',
    applies: ({ move, selected }) => move.kind === 'message' && selected,
    change: ({ user, point }) => {
      const other = [...point.destinations.keys()].find((id) => id !== user.destination?.id);
      const message = user.seen.pop();
      if (message && other !== undefined) user.seen.push({ ...message, destinationId: other });
    },
  },
  'event-missing': {
    summary: 'its event is not sent',
    applies: ({ move, readings }) => move.kind === 'reply' || readings.some(({ sends }) => sends !== null),
    silent: true,
  },
  'event-extra': {
    summary: 'a destination is asked for although not due',
    applies: ({ move, readings }) =>
      move.kind === 'message' && readings.some(({ sends, open }) => sends === null && open === null),
    change: (scene) => sendRouting(scene, routingEvent(scene.rules.description), scene.context.random.uuid()),
  },
};

function mutant(description: Description, window: Window, name: string, effect: Effect): Mutant {
  const key = windowKey(window);
  const trace = window.map(({ move }) => move.name).join('-');
  const summary = `After ${key}: ${effect.summary}`;
  return {
    id: `${description.version}/window/${window[0]?.state}/${trace}/${name}`,
    family: `window: ${name}`,
    summary,
    version: description.version,
    fault: () => fault(description.version, window, summary, effect),
    killedBy: (testCase) => testCase.version === description.version && goesThrough(testCase, trace),
  };
}

function goesThrough({ group, name }: Case, trace: string): boolean {
  return group === 'walks' && `-${name}-`.includes(`-${trace}-`);
}

function fault(version: string, window: Window, summary: string, { change, silent }: Effect): Fault {
  const key = windowKey(window);
  return {
    summary,
    hook: ({ move, notify }) => {
      const pasts = new WeakMap<User, NamedTurn[]>();
      let muted = false;
      return {
        move(scene, name, act) {
          const { user, rules } = scene;
          const { state, destination, ordinal } = user;
          const turn = { state, move: { name } };
          const past = [...(pasts.get(user) ?? []), turn].slice(-window.length);
          pasts.set(user, past);
          const hit = rules.description.version === version && windowKey(past) === key;
          muted = hit && silent === true;
          const done = move(scene, name, act);
          muted = false;
          if (hit && done) change?.(scene, { state, destination, ordinal });
          return done;
        },
        notify: (event) => (muted && event.kind !== 'delivery' ? [] : notify(event)),
      };
    },
  };
}
