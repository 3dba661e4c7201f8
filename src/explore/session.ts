import { activeMoment } from '../active-time.js';
import { casesOf } from '../cases/derive.js';
import { contentFields, operationOf, operationsOf, shownFields } from '../cases/description-lookups.js';
import { type Capabilities, selectCases } from '../cases/select.js';
import type { Case } from '../cases/types.js';
import { movesOffered, type Offered } from '../cases/walks/further-moves.js';
import type { Description } from '../description/types.js';
import { canClearAddress } from '../engine/keys.js';
import type { Ports } from '../engine/ports.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import type { Redactor } from '../record/redact.js';
import { capabilitiesOf } from '../run/case-selection.js';
import { type RunRequest, withDeployment } from '../run/deployment.js';
import { watchOperator } from '../run/operator-side.js';
import { type Prepared, preflight } from '../run/preflight/preflight.js';
import { masked } from '../run/secrets.js';
import type { Catcher } from '../webhook/catcher.js';
import type { WalkContext } from './batches.js';
import type { VersionMoves } from './draw.js';
import { type WalkVisibility, walkCases } from './walk.js';

/** Everything that walks on a deployment need, and their record. */
export interface Session extends Surveyed {
  request: RunRequest;
  prepared: Prepared;
  capabilities: Capabilities;
  catcher: Catcher;
  redact: Redactor;
  /** Wall clock of the start, and milliseconds until the first walk. */
  startedAt: number;
  readyMs: number;
}

/** Prepares a deployment as a run does, and does some work there. Throws a NoVerdict if nothing can be judged. */
export function inSession<T>(request: RunRequest, work: (session: Session) => Promise<T>): Promise<T> {
  const { configuration, descriptions, operator, report, signal } = request;
  return masked(configuration, report, async (redact) => {
    const startedAt = activeMoment();
    const began = performance.now();
    return withDeployment(request, async ({ ports: opened, catcher, applyFindings }) => {
      const watched = watchOperator(opened.operator, opened.clock);
      const ports = { ...opened, operator: watched.operator };
      const prepared = await preflight(configuration, descriptions, ports, report, signal);
      applyFindings(prepared);
      const capabilities = await capabilitiesOf(prepared, configuration, operator);
      const { rate } = configuration.run;
      const surveyed = await survey({
        prepared,
        descriptions,
        capabilities,
        ports,
        signal,
        paceMs: rate === null ? 0 : 1_000 / rate,
        forget: () => catcher.forget(),
      });
      if (surveyed.versionMoves.length === 0)
        throw new NoVerdict(EXIT.noVerdict, 'no-version', 'No version of the target can be explored.');
      const walkContext = { ...surveyed.walkContext, takeActions: () => watched.take() };
      const readyMs = performance.now() - began;
      return await work({
        ...surveyed,
        walkContext,
        request,
        prepared,
        capabilities,
        catcher,
        redact,
        startedAt,
        readyMs,
      });
    });
  });
}

/** Where walks can go, and what cannot be done or seen there. */
interface Surveyed {
  walkContext: WalkContext;
  versionMoves: VersionMoves[];
  /** What is left out, and what it leaves unproven, a sentence each. */
  notes: string[];
  /** Events and inboxes show everything: two moves at once are judged by both. */
  seesAll: boolean;
}

interface SessionParts {
  prepared: Prepared;
  /** All of them: cases of a version may need others. */
  descriptions: readonly Description[];
  capabilities: Capabilities;
  ports: Ports;
  signal: AbortSignal;
  paceMs: number;
  forget: () => void;
}

/** Finds out which moves can be made at a deployment, and what can be seen of them. */
export async function survey(parts: SessionParts): Promise<Surveyed> {
  const { prepared, capabilities, ports, signal, paceMs, forget } = parts;
  const { runContext, descriptions } = prepared;
  const notes: string[] = [];
  let seesAll = true;
  const clearing = canClearAddress(runContext, capabilities);
  const supports = (action: string): boolean =>
    capabilities.supports(action) && !capabilities.whyNot?.(action);
  const makers = new Map<string, ReturnType<typeof walkCases>>();
  const versionMoves: VersionMoves[] = [];
  for (const description of descriptions) {
    const { version } = description;
    const other = descriptions.find((each) => each.version !== version);
    const listed = await runContext.destinations(version, runContext.keys.main);
    const online = listed.filter((destination) => destination.online).length;
    const visible = visibilityOf(description, parts, online);
    const { moves, leftOut } = movesOffered(description, {
      supports,
      online,
      secondKey: capabilities.secondKey,
      ownPoints: capabilities.consent && runContext.keys.fresh.length > 0 && clearing,
      clearing,
      whyNoOtherVersion: whyNoOther(other, visible),
    });
    seesAll &&= visible.inbox && visible.events;
    notes.push(...notesOf(version, leftOut, visible));
    makers.set(version, walkCases(description, visible, other));
    versionMoves.push({ description, moves });
  }
  const caseOf: WalkContext['caseOf'] = (walk) => {
    const make = makers.get(walk.version);
    if (!make) throw new Error(`Version ${walk.version} is not checked.`);
    return make(walk);
  };
  const calibrators = calibratorsOf(parts);
  return {
    walkContext: { ports, runContext, signal, paceMs, forget, calibrators, caseOf },
    versionMoves,
    notes,
    seesAll,
  };
}

/** The two readings differ only in events and inboxes taken together. */
function whyNoOther(other: Description | undefined, { inbox, events }: WalkVisibility): string | null {
  if (!other) return 'one version is checked alone';
  return inbox && events ? null : 'events and what employees see do not both show';
}

function visibilityOf(
  description: Description,
  { prepared, capabilities }: SessionParts,
  online: number,
): WalkVisibility {
  const names = operationsOf(description, 'message').flatMap((operation) =>
    contentFields(description, operation),
  );
  const inbox =
    capabilities.supports('inbox') &&
    !capabilities.whyNot?.('inbox') &&
    names.every((name) => capabilities.shows.includes(name)) &&
    (online > 0 || capabilities.setPresence);
  const events = capabilities.webhook(description.version) && prepared.runContext.reader.namesUsers;
  const seen = (...operations: string[]): string[] => {
    const names = operations.flatMap((operation) => shownFields(description, operation));
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
    asShown: false,
    logins: true,
    unseen: 'always',
  };
}

function notesOf(version: string, leftOut: Offered['leftOut'], { inbox, events }: WalkVisibility): string[] {
  return [
    ...leftOut.map(({ names, reason }) => `${version}: ${names.join(', ')} left out: ${reason}.`),
    ...(inbox ? [] : [`${version}: no inbox of employees: what reaches them is not proven.`]),
    ...(events ? [] : [`${version}: no events that name their users: what the service tells is not proven.`]),
  ];
}

/** For each event, the first case that shows how many copies of it the deployment sends. */
function calibratorsOf({ descriptions, capabilities, prepared }: SessionParts): Case[] {
  const { selected } = selectCases(casesOf(descriptions), capabilities);
  const chosen = new Map<string, Case>();
  if (!prepared.runContext.reader.namesUsers) return [];
  for (const testCase of selected)
    for (const step of testCase.steps)
      if (step.do === 'expect-event' && step.calibrates) {
        const key = `${testCase.version} ${step.event}`;
        if (!chosen.has(key)) chosen.set(key, testCase);
      }
  return [...new Set(chosen.values())];
}
