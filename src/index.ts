/** The public API: the stages of a check, from the description to the record. */
export { deriveCases } from './cases/derive.js';
export { filterCases } from './cases/filter.js';
export { selectCases } from './cases/select.js';
export type { Case } from './cases/types.js';
export { loadConfiguration } from './configuration/load.js';
export type { Configuration } from './configuration/types.js';
export { loadDescriptions } from './description/load.js';
export type { Description } from './description/types.js';
export type { Ports } from './engine/ports.js';
export { runCase } from './engine/run-case.js';
export { runCases } from './engine/run-cases.js';
export type { CaseOutcome, RunContext } from './engine/run-context.js';
export type { RunRecord } from './record/types.js';
export { type ReferenceOptions, type ReferenceService, startReference } from './reference/service.js';
export { ReportError, writeReports } from './reporters/write-reports.js';
export { run } from './run/run.js';
