/**
 * The public API. `check` does all that `conform run` does; the stages that it is made of follow, for those who need one
 * alone. Times are milliseconds unless a text gives a unit; docs/api.md shows how to use them.
 */
export type { CheckOptions, CheckProgress, Time } from './api/check.js';
export { check, optionsFor } from './api/check.js';
export { deriveCases } from './cases/derive.js';
export { filterCases } from './cases/filter.js';
export type { Case } from './cases/types.js';
export { UsageError } from './configuration/usage-error.js';
export { loadDescriptions } from './description/load.js';
export type { Description } from './description/types.js';
export { DescriptionError } from './description/types.js';
export type { InboxItem, InboxResult, Operator, OperatorFailure, OperatorResult } from './engine/ports.js';
export { NoVerdict } from './exit-codes.js';
export { RecordError, readRecord } from './record/read-record.js';
export type { CaseRecord, RunRecord } from './record/types.js';
export { type ReferenceOptions, type ReferenceService, startReference } from './reference/service.js';
export { ReportError, writeReports } from './reporters/write-reports.js';
export { type MergeOptions, mergeRecords } from './run/merge/merge-records.js';
