import { triggersOf } from '../cases/description-lookups.js';
import { runRouting } from '../cases/routing-model.js';
import { FIRST, type Move, SECOND } from '../cases/walks/moves.js';
import { isOutsideConversation, participantOf } from '../cases/walks/situation.js';
import { scenarioStep } from '../description/routing.js';
import type { Description, ScenarioStep } from '../description/types.js';

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
