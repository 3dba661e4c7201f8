import { existsSync } from 'node:fs';
import { triggersOf } from '../cases/description-lookups.js';
import { FIRST, type Move, SECOND } from '../cases/walks/moves.js';
import { isOutsideConversation, participantOf } from '../cases/walks/situation.js';
import { TraceError } from '../cases/walks/walk.js';
import { procedure } from '../cases/words/procedure.js';
import type { Flags } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { loadDescriptions } from '../description/load.js';
import { runRouting, scenarioStep } from '../description/routing.js';

import type { Description, ScenarioStep } from '../description/types.js';
import type { CaseOutcome, Exchange } from '../engine/evidence.js';
import { EXIT, type ExitCode, gravestExit, NoVerdict } from '../exit-codes.js';
import { type Batch, Batches } from '../explore/batches.js';
import { evidenceOf } from '../explore/explore.js';
import { inSession, type Session } from '../explore/session.js';
import { idOf, readWalk, type Walk } from '../explore/walk.js';
import { recordAt } from '../record/read-record.js';
import { withoutCommands } from '../reporters/text/escapes.js';
import { openTarget, withoutOwn } from '../run/open-target.js';
import { oneLine, quoted } from '../terminal-text.js';
import { runRequest } from './check-target.js';
import { interruptible } from './ending.js';
import { Progress } from './progress.js';

/** `conform replay`: plays walks again, one after the other, and prints each step. Returns the exit code. */
export function replayCommand(trace: string, flags: Flags): Promise<number> {
  return interruptible(async (interruption) => {
    const { spec } = flags;
    const descriptions = await loadDescriptions(typeof spec === 'string' ? spec : undefined);
    const walks = (await idsIn(trace)).map((id) => walkOf(id, descriptions));
    if (flags['asScenario'] === true) return printScenarios(walks, descriptions);
    const target = await openTarget(withoutOwn(flags, ['verbose', 'asScenario']));
    const progress = new Progress({ quiet: false, verbose: false, live: false });
    try {
      return await inSession(runRequest(target, interruption, progress), async (session) => {
        const exits: ExitCode[] = [];
        for (const walk of walks) {
          if (interruption.signal.aborted) break;
          exits.push(await play(session, walk, flags['verbose'] === true));
        }
        return interruption.exitCode() ?? gravestExit(exits);
      });
    } finally {
      await target.close();
    }
  });
}

/** A trace names itself; a record has the walks that failed. */
async function idsIn(trace: string): Promise<string[]> {
  if (!existsSync(trace)) return [trace];
  const { cases, walks } = await recordAt(trace);
  const found = new Set(walks?.found.map(({ caseId }) => caseId));
  const failed = cases
    .filter(({ id, group, verdict }) => verdict === 'fail' && (group === 'walks' || found.has(id)))
    .map(({ id }) => id);
  if (failed.length === 0) throw new NoVerdict(EXIT.usage, 'no-walk', `No walk failed in ${trace}.`);
  return failed;
}

/** @throws UsageError */
function walkOf(id: string, descriptions: readonly Description[]): Walk {
  const [version = '', group, ...rest] = id.split('/');
  const wrong = (message: string): UsageError => new UsageError([{ where: 'TRACE', message }]);
  const description = descriptions.find((description) => description.version === version);
  if (!description || (group !== 'walks' && group !== 'concurrency') || rest.length !== 1)
    throw wrong(
      `${quoted(id)} is not a walk; expected ${descriptions.map((description) => `${description.version}/walks/…`).join(' or ')}, as conform explore prints it, or a results.json`,
    );
  try {
    return readWalk(description, group, rest[0] ?? '');
  } catch (error) {
    if (error instanceof TraceError) throw wrong(error.message);
    throw error;
  }
}

function printScenarios(walks: readonly Walk[], descriptions: readonly Description[]): number {
  for (const walk of walks) {
    const description = descriptions.find(({ version }) => version === walk.version) as Description;
    const steps = walk.pairAt === undefined ? asScenario(description, walk.moves) : null;
    const section = description.routing.states[description.routing.initial]?.section ?? '';
    process.stdout.write(
      steps
        ? `# ${idOf(walk)}, for the description of the version\n${scenarioYaml(steps, section)}`
        : `# ${idOf(walk)}: it cannot be written as a scenario, because scenarios judge whether a message asks for a destination, and know fewer moves.\n# Keep it as a check of its own: npx conform replay ${idOf(walk)}\n`,
    );
  }
  return 0;
}

/** Plays one walk and prints each step as it begins. Returns the exit code. */
async function play(session: Session, walk: Walk, verbose: boolean): Promise<ExitCode> {
  const { walkContext, versionMoves, redact } = session;
  const ofVersion = versionMoves.find(({ description }) => description.version === walk.version);
  const missing = walk.moves.find(({ name }) => !ofVersion?.moves.some((move) => move.name === name));
  if (!ofVersion || missing)
    throw new NoVerdict(
      EXIT.usage,
      'move-left-out',
      ofVersion
        ? `The move ${missing?.name} cannot be made here.`
        : `Version ${walk.version} is not checked.`,
      redact(session.notes.join(' ')) || null,
    );
  const testCase = walkContext.caseOf(walk);
  const sentences = procedure(testCase, ofVersion.description);
  const print = (lines: readonly string[]): void => {
    process.stdout.write(lines.map((line) => `${withoutCommands(oneLine(redact(line)))}\n`).join(''));
  };
  print([`${testCase.id}`]);
  const batch = await new Batches(walkContext).run([walk], {
    onStep: ({ id }, step) => {
      if (id === testCase.id) print([`  ${String(step + 1).padStart(2)}. ${sentences[step]}`]);
    },
  });
  const outcome = batch.walked[0]?.outcome;
  if (!outcome) throw new Error('The walk has no outcome.');
  if (verbose) print(trafficLines(batch, outcome));
  print(outcomeLines(outcome));
  return EXIT_OF[outcome.verdict];
}

const EXIT_OF = {
  pass: EXIT.passed,
  fail: EXIT.violated,
  inconclusive: EXIT.incomplete,
  skipped: EXIT.incomplete,
  error: EXIT.checkerError,
} as const;

/** The result of a played walk. */
function outcomeLines({ verdict, reason, expected, received }: CaseOutcome): string[] {
  return [
    `  ${verdict}${reason ? `: ${reason.text}` : ''}`,
    ...(expected === null ? [] : [`  expected: ${expected}`]),
    ...(received === null ? [] : [`  received: ${received}`]),
  ];
}

/** All traffic of a walk, in order of time. */
function trafficLines(batch: Batch, outcome: CaseOutcome): string[] {
  const { exchanges, deliveries, actions } = evidenceOf(batch, outcome);
  const lines = [
    ...exchanges.map((exchange) => ({ at: exchange.outcome.startedAt, text: exchangeText(exchange) })),
    ...actions.map(({ action, parameters, result, startedAt }) => ({
      at: startedAt,
      text: `employee  ${action} ${JSON.stringify(withoutKey(parameters))}${result.ok ? '' : `: ${result.text}`}`,
    })),
    ...deliveries.map(({ at, method, address, body }) => ({
      at,
      text: `event     ${method} to "${address}" ${textOf(body)}`,
    })),
  ];
  const [first] = [...lines].sort((a, b) => a.at - b.at);
  return lines
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => `  ${`+${Math.round(at - (first?.at ?? at))} ms`.padStart(10)}  ${text}`);
}

function exchangeText({ request: { method, url, body }, outcome }: Exchange): string {
  const response =
    outcome.kind === 'response'
      ? `${outcome.status} ${textOf(outcome.body)}`
      : `no response: ${outcome.failure.text}`;
  return `request   ${method} ${new URL(url).pathname} ${textOf(body)} -> ${response}`;
}

/** Longer bodies are in the reports. */
const MOST_CHARACTERS = 600;

function textOf(body: Uint8Array | null): string {
  return body === null ? '' : Buffer.from(body).toString('utf8').slice(0, MOST_CHARACTERS);
}

function withoutKey(parameters: Record<string, unknown>): Record<string, unknown> {
  const { key: _secret, ...rest } = parameters;
  return rest;
}

/**
 * The walk as a scenario of the routing truth table, which judges whether its last message asks for a destination; null:
 * a scenario cannot express it.
 */
export function asScenario(description: Description, moves: readonly Move[]): ScenarioStep[] | null {
  const last = moves.at(-1);
  if (last?.kind !== 'message' || participantOf(last) !== FIRST) return null;
  const reply = moves.find(({ kind }) => kind === 'reply')?.name;
  const steps = moves.map((move) => stepOf(move, last.operation, reply));
  if (steps.some((step) => step === null)) return null;
  const known = steps.filter((step) => step !== null);
  try {
    const read = known.map(scenarioStep);
    for (const user of ['a', 'b'] as const) runRouting(description.routing, triggersOf(read, user));
  } catch {
    return null;
  }
  return known;
}

function stepOf(move: Move, judged: string, reply: string | undefined): ScenarioStep | null {
  if (isOutsideConversation(move) || (move.name.includes('.') && participantOf(move) === FIRST)) return null;
  const other = participantOf(move) === SECOND;
  if (!other && participantOf(move) !== FIRST) return null;
  switch (move.kind) {
    case 'message':
      if (other) return move.repeats ? null : 'other-message';
      return move.operation === judged ? 'message' : 'message-of-other-kind';
    case 'select':
      return move.destination ? null : other ? 'other-select' : 'select';
    case 'close':
      return other ? 'other-close' : 'close';
    case 'reply':
      if (other) return null;
      return move.name === reply ? 'reply' : 'reply-of-other-kind';
    case 'refused':
    case 'read':
      return null;
  }
}

/** The entry of `scenarios` in a description, named after its steps: all scenarios with that name cover one statement. */
export function scenarioYaml(steps: readonly ScenarioStep[], section: string): string {
  return [
    'scenarios:',
    `  walked-${steps.join('-')}:`,
    '    {',
    `      title: last message of a walk of ${steps.length} moves that failed,`,
    `      section: ${JSON.stringify(section)},`,
    `      steps: [${steps.join(', ')}],`,
    '    }',
    '',
  ].join('\n');
}
