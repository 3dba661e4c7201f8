import { type Finding, reference } from './description-error.js';
import { readScenarioStep } from './scenario-step.js';
import type { Description, Routing, Scenario } from './types.js';

/** States, events and gaps named by transitions exist; the machine is deterministic and takes each scenario's steps. */
export function checkRouting(description: Description): Finding[] {
  const unknownStates = states(description);
  return [
    ...unknownStates,
    ...effects(description),
    ...determinism(description.routing),
    ...Object.entries(unknownStates.length > 0 ? {} : description.scenarios).flatMap(([id, scenario]) =>
      possible(id, scenario, description.routing),
    ),
    ...events(description),
  ];
}

function states({ routing }: Description): Finding[] {
  const known = Object.keys(routing.states);
  return [
    ...reference(['routing', 'initial'], routing.initial, known, 'state'),
    ...Object.entries(routing.transitions).flatMap(([id, { from, to }]) => [
      ...reference(['routing', 'transitions', id, 'from'], from, known, 'state'),
      ...reference(['routing', 'transitions', id, 'to'], to, known, 'state'),
    ]),
  ];
}

function effects({ routing, events: rules, gaps }: Description): Finding[] {
  const eventNames = Object.keys(rules);
  const gapNames = Object.keys(gaps);
  return Object.entries(routing.transitions).flatMap(([id, { sends, open }]) => {
    const path = ['routing', 'transitions', id];
    return [
      ...(sends ? reference([...path, 'sends', 'event'], sends.event, eventNames, 'event') : []),
      ...(open ? reference([...path, 'open', 'event'], open.event, eventNames, 'event') : []),
      ...(open ? reference([...path, 'open', 'gap'], open.gap, gapNames, 'gap') : []),
      ...ordinals([...path, 'sends', 'messages', 'to'], sends?.messages),
      ...ordinals([...path, 'open', 'messages', 'to'], open?.messages),
      ...ordinals([...path, 'open', 'conversations', 'to'], open?.conversations),
    ];
  });
}

function ordinals(path: string[], range: { from: number; to?: number } | undefined): Finding[] {
  if (range?.to === undefined || range.to >= range.from) return [];
  return [{ path, message: `${range.to} is before "from", expected ${range.from} or more` }];
}

function determinism({ transitions }: Routing): Finding[] {
  const firstOf = new Map<string, string>();
  return Object.entries(transitions).flatMap(([id, { from, on }]) => {
    const first = firstOf.get(`${from} ${on}`);
    if (first === undefined) firstOf.set(`${from} ${on}`, id);
    const message = `"${first}" already leaves ${from} on ${on}, expected one transition`;
    return first === undefined ? [] : [{ path: ['routing', 'transitions', id], message, atKey: true }];
  });
}

function possible(id: string, { steps }: Scenario, { initial, transitions }: Routing): Finding[] {
  const state = { own: initial, other: initial };
  for (const [i, step] of steps.entries()) {
    const { trigger: on, byOther } = readScenarioStep(step);
    if (on === null) continue;
    const who = byOther ? 'other' : 'own';
    const transition = Object.values(transitions).find((t) => t.from === state[who] && t.on === on);
    if (!transition) {
      const message = `no transition leaves ${state[who]} on ${on}, expected a step that the machine takes`;
      return [{ path: ['scenarios', id, 'steps', String(i)], message }];
    }
    state[who] = transition.to;
  }
  return [];
}

function events({ events: rules }: Description): Finding[] {
  return Object.entries(rules).flatMap(([id, { cause, carries = [] }]) => {
    const known = cause.kind === 'operator' ? Object.keys(cause.parameters) : [];
    return carries.flatMap((name, i) =>
      reference(['events', id, 'carries', String(i)], name, known, 'parameter of the cause'),
    );
  });
}
