import { casesOf } from '../cases/derive.js';
import { content, shown } from '../cases/groups/employee.js';
import { type Capabilities, selectCases } from '../cases/select.js';
import type { Case } from '../cases/types.js';
import { operationOf, operationsOf } from '../cases/vocabulary.js';
import { movesOffered, type Offered } from '../cases/walks/further-moves.js';
import type { Description } from '../description/types.js';
import type { Ports } from '../engine/ports.js';
import type { Prepared } from '../run/preflight/preflight.js';
import type { Ground } from './batches.js';
import type { Playground } from './draw.js';
import { type Sight, walkCases } from './walk.js';

/** Where one can walk, and what cannot be done or seen there. */
export interface Surveyed {
  ground: Ground;
  playgrounds: Playground[];
  /** What is left out, and what it leaves unproven, a sentence each. */
  notes: string[];
  /** Events and inboxes show all: two moves at once are judged by both. */
  seesAll: boolean;
}

export interface Terrain {
  prepared: Prepared;
  /** All of them: cases of a version may need others. */
  descriptions: readonly Description[];
  capabilities: Capabilities;
  ports: Ports;
  signal: AbortSignal;
  paceMs: number;
  forget: () => void;
}

/** Finds out which moves can be made at a deployment, and what of them can be seen. */
export async function survey(terrain: Terrain): Promise<Surveyed> {
  const { prepared, capabilities, ports, signal, paceMs, forget } = terrain;
  const { runContext, descriptions } = prepared;
  const notes: string[] = [];
  let seesAll = true;
  const supports = (action: string): boolean =>
    capabilities.supports(action) && !capabilities.whyNot?.(action);
  const makers = new Map<string, ReturnType<typeof walkCases>>();
  const playgrounds: Playground[] = [];
  for (const description of descriptions) {
    const { version } = description;
    const other = descriptions.find((each) => each.version !== version);
    const listed = await runContext.destinations(version, runContext.keys.main);
    const online = listed.filter((destination) => destination.online).length;
    const sight = sightOf(description, terrain, online);
    const { moves, leftOut } = movesOffered(description, {
      supports,
      online,
      secondKey: capabilities.secondKey,
      ownPoints: capabilities.consent && runContext.keys.fresh.length > 0 && clears(terrain),
      clearing: clears(terrain),
      whyNoOtherVersion: whyNoOther(other, sight),
    });
    seesAll &&= sight.inbox && sight.events;
    notes.push(...notesOf(version, leftOut, sight));
    makers.set(version, walkCases(description, sight, other));
    playgrounds.push({ description, moves });
  }
  const caseOf: Ground['caseOf'] = (walk) => {
    const make = makers.get(walk.version);
    if (!make) throw new Error(`Version ${walk.version} is not checked.`);
    return make(walk);
  };
  const calibrators = calibratorsOf(terrain);
  return {
    ground: { ports, runContext, signal, paceMs, forget, calibrators, caseOf },
    playgrounds,
    notes,
    seesAll,
  };
}

/** Readings are told apart by events and by what employees see together. */
function whyNoOther(other: Description | undefined, { inbox, events }: Sight): string | null {
  if (!other) return 'one version is checked alone';
  return inbox && events ? null : 'events and what employees see do not both show';
}

function clears({ prepared, capabilities }: Terrain): boolean {
  return prepared.runContext.reader.clearing() !== null || capabilities.supports('clear_webhook');
}

function sightOf(description: Description, { prepared, capabilities }: Terrain, online: number): Sight {
  const names = operationsOf(description, 'message').flatMap((operation) => content(description, operation));
  const inbox =
    capabilities.supports('inbox') &&
    !capabilities.whyNot?.('inbox') &&
    names.every((name) => capabilities.shows.includes(name)) &&
    (online > 0 || capabilities.setPresence);
  const events = capabilities.webhook(description.version) && prepared.runContext.reader.namesUsers;
  const seen = (...operations: string[]): string[] => {
    const names = operations.flatMap((operation) => shown(description, operation));
    return [...new Set(names)].filter((name) => capabilities.shows.includes(name));
  };
  return {
    inbox,
    events,
    replies: inbox,
    reports: online > 0,
    details: seen(...operationsOf(description, 'message')),
    card: seen(operationOf(description, 'select')),
    order: false,
    logins: true,
    unseen: 'always',
  };
}

function notesOf(version: string, leftOut: Offered['leftOut'], { inbox, events }: Sight): string[] {
  return [
    ...leftOut.map(({ names, reason }) => `${version}: ${names.join(', ')} left out: ${reason}.`),
    ...(inbox ? [] : [`${version}: no inbox of employees: what reaches them is not proven.`]),
    ...(events ? [] : [`${version}: no events that name their users: what the service tells is not proven.`]),
  ];
}

/** For each event the first case that shows how many copies the deployment makes of it. */
function calibratorsOf({ descriptions, capabilities, prepared }: Terrain): Case[] {
  const { selected } = selectCases(casesOf(descriptions), capabilities);
  const chosen = new Map<string, Case>();
  if (!prepared.runContext.reader.namesUsers) return [];
  for (const testCase of selected)
    for (const step of testCase.steps)
      if (step.do === 'notified' && step.calibrates) {
        const key = `${testCase.version} ${step.event}`;
        if (!chosen.has(key)) chosen.set(key, testCase);
      }
  return [...new Set(chosen.values())];
}
