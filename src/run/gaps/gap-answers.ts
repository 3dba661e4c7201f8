import type { Redactor } from '../../record/redact.js';
import type { Observation } from '../../record/types.js';
import type { GapAnswer } from '../preflight/needed.js';
import type { Evidence } from '../record.js';
import { answerObservations } from './answer-observations.js';
import { byVersion } from './by-version.js';
import { caseAnswers } from './case-answers.js';
import { eventObservations } from './event-observations.js';
import { trafficObservations } from './traffic-observations.js';

/**
 * How the target fills the gaps of the interface: what the preflight found, what cases asked, what the traffic shows.
 * @param redact masks keys, before anything is cut
 */
export function gapAnswers(found: readonly GapAnswer[], evidence: Evidence, redact: Redactor): Observation[] {
  return [
    ...found.map((answer) => ({ ...answer, cases: [] })),
    ...caseAnswers(evidence.outcomes),
    ...answerObservations(evidence),
    ...eventObservations(evidence, redact),
    ...trafficObservations(evidence),
    ...byVersion(
      evidence.outcomes,
      evidence.descriptions.map(({ version }) => version),
    ),
  ];
}
