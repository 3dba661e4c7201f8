import { furtherCases } from '../cases/derive.js';
import type { Case } from '../cases/types.js';
import { walkDraft } from '../cases/walks/case.js';
import type { Move } from '../cases/walks/moves.js';
import type { Scrutiny } from '../cases/walks/steps.js';
import { traceOf } from '../cases/walks/trace.js';
import type { Description } from '../description/types.js';

/** Moves in a row under one version, from the beginning of a conversation. */
export interface Walk {
  version: string;
  moves: readonly Move[];
}

/** What a deployment shows of a walk. */
export interface Sight extends Scrutiny {
  inbox: boolean;
  events: boolean;
}

/** Id of the case that a walk is. */
export function idOf({ version, moves }: Walk): string {
  return `${version}/walks/${traceOf(moves)}`;
}

/** Makes cases of walks of the version, without what the deployment does not show. */
export function walkCases(description: Description, sight: Sight): (walk: Walk) => Case {
  const complete = furtherCases(description);
  const unseen = [...(sight.inbox ? [] : ['inbox']), ...(sight.events ? [] : ['notified'])];
  return ({ moves }) => {
    const draft = walkDraft(description, moves, sight);
    return complete({ ...draft, steps: draft.steps.filter((step) => !unseen.includes(step.do)) });
  };
}
