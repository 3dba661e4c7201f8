import type { Description } from '../../description/types.js';
import { type ModelStep, walk } from '../routing-model.js';
import type { InboxStep, NotifiedStep, OperatorStep, Step } from '../types.js';
import { closing, look, operate, operationOf, replies, routingEvent, send } from '../vocabulary.js';
import type { Move, Turn } from './moves.js';

/** What has come of a walk so far. */
interface Progress {
  steps: Step[];
  /** Messages that wait for a selection, and those that employees have received. */
  kept: string[];
  delivered: string[];
  /** Moves of the routing so far. */
  routed: ModelStep[];
  /** How often each event of an employee's act is due so far. */
  acts: Map<string, number>;
}

/**
 * The steps of a walk. Every move is judged: its answer, the events that it causes, and what employees see before each
 * selection and each close; how often events came in all is counted when the run ends.
 */
export function walkSteps(description: Description, turns: readonly Turn[]): Step[] {
  const routed = walk(
    description.routing,
    turns.flatMap(({ move }) => (move.kind === 'reply' ? [] : [move.kind])),
  );
  const progress: Progress = { steps: [], kept: [], delivered: [], routed: [], acts: new Map() };
  for (const { move } of turns) {
    progress.steps.push(...before(progress, move));
    if (move.kind === 'reply') progress.steps.push(...reply(description, progress, move));
    else {
      const step = routed[progress.routed.length] as ModelStep;
      progress.routed.push(step);
      progress.steps.push(...act(description, progress, move, step));
    }
  }
  return [...progress.steps, ...ending(description, progress)];
}

/** What must be seen as long as the move has not changed it. */
function before({ kept, delivered }: Progress, { kind }: Move): Step[] {
  if (kind === 'select') return unseen(kept);
  if (kind === 'close') return seen(delivered);
  return [];
}

function act(
  description: Description,
  progress: Progress,
  move: Exclude<Move, { kind: 'reply' }>,
  { sends, transition }: ModelStep,
): Step[] {
  const { keeps, delivers } = description.routing.transitions[transition] ?? {};
  switch (move.kind) {
    case 'message': {
      const as = `message ${progress.kept.length + progress.delivered.length + 1}`;
      if (keeps) progress.kept.push(as);
      if (delivers) progress.delivered.push(as);
      const sent = send(description, move.operation, { kind: 'accepted' }, {}, { as });
      return [sent, ...(sends ? [counted(progress, sends)] : [])];
    }
    case 'select':
      if (delivers) progress.delivered.push(...progress.kept.splice(0));
      return [send(description, operationOf(description, 'select'), { kind: 'accepted' })];
    case 'close':
      return [
        employeeActs(description, progress, operate(closing(description).action, {})),
        ...(sends ? [counted(progress, sends)] : []),
      ];
  }
}

/** An employee who cannot act has lost the conversation: the next message is asked about, or is not seen. */
function employeeActs(description: Description, progress: Progress, step: OperatorStep): Step {
  const as = 'further message';
  return {
    ...step,
    ifItFails: [
      send(description, operationOf(description, 'message'), { kind: 'accepted' }, {}, { as }),
      { ...counted(progress, routingEvent(description)), settles: true },
      ...seen([...progress.delivered, as]),
    ],
  };
}

/** The event must have come as often as the moves so far cause it. */
function counted({ routed }: Progress, event: string): NotifiedStep {
  const due = routed.filter(({ sends }) => sends === event).length;
  const open = routed.flatMap((step) => (step.open?.event === event ? [step.open] : []));
  const [first] = open;
  const times = first ? { atLeast: due, atMost: due + open.length, gap: first.gap } : due;
  return { do: 'notified', event, user: 'a', times };
}

function reply(description: Description, progress: Progress, move: Extract<Move, { kind: 'reply' }>): Step[] {
  const { acts } = progress;
  const rule = replies(description).find(({ event }) => event === move.event);
  if (!rule) throw new Error(`No employee causes ${move.event}.`);
  const number = (acts.get(move.event) ?? 0) + 1;
  acts.set(move.event, number);
  const as = `${move.event} ${number}`;
  return [
    employeeActs(description, progress, operate(rule.action, rule.parameters, { as })),
    {
      do: 'notified',
      event: move.event,
      user: 'a',
      times: 1,
      carries: { of: as, parameters: rule.carries },
    },
  ];
}

/** What is left to see when the walk has ended, and how often each event of the routing came in all. */
function ending(description: Description, progress: Progress): Step[] {
  const { kept, delivered, routed } = progress;
  const events = new Set([
    routingEvent(description),
    ...routed.flatMap(({ sends }) => (sends === null ? [] : [sends])),
  ]);
  return [
    ...unseen(kept),
    ...(kept.length === 0 ? seen(delivered) : []),
    ...unseenElsewhere(delivered),
    ...[...events].map((event): Step => ({ ...counted(progress, event), settles: true })),
  ];
}

function seen(messages: readonly string[]): InboxStep[] {
  return messages.length === 0 ? [] : [look('present', [...messages], [])];
}

function unseen(messages: readonly string[]): Step[] {
  return messages.length === 0 ? [] : [look('absent', [...messages], [], { destination: 'each' })];
}

/** All selections of a walk are of the chosen destination. */
function unseenElsewhere(messages: readonly string[]): Step[] {
  if (messages.length === 0) return [];
  return [look('absent', [...messages], [], { destination: 'others', settles: true })];
}
