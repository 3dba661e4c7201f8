import { reasonEntry } from '../reasons.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import type { Story } from './story.js';
import { count } from './words.js';

/** What probably lies behind a story: what its cases have in common, and what the reason code usually means. */
export function likelyCauses(story: Story, record: RunRecord): string[] {
  return [
    onlyOneVersion(story, record),
    onlySomeOperations(story, record),
    reasonEntry(story.code)?.cause,
  ].filter((one) => one !== undefined && one !== null);
}

function onlyOneVersion(story: Story, record: RunRecord): string | null {
  const [version] = story.versions;
  if (story.versions.length !== 1 || version === undefined || record.target.versions.length < 2) return null;
  const twins = story.cases.map((one) => ({ one, others: twinsOf(one, record) }));
  const compared = twins.filter(({ others }) => others.length > 0);
  if (
    compared.length === 0 ||
    !compared.every(({ others }) => others.every(({ verdict }) => verdict === 'pass'))
  )
    return null;
  const others = [...new Set(compared.flatMap((twin) => twin.others.map((other) => other.version)))]
    .sort()
    .join(', ');
  const same = compared.length === 1 ? 'the same case passes' : `the same ${compared.length} cases pass`;
  return `Only version ${version} is affected; ${same} in ${others}.`;
}

/** The same case in the other versions, where it was exercised. */
function twinsOf(one: CaseRecord, record: RunRecord): CaseRecord[] {
  const path = one.id.slice(one.version.length);
  return record.cases.filter(
    (other) =>
      other.version !== one.version && other.id === `${other.version}${path}` && other.verdict !== 'skipped',
  );
}

function onlySomeOperations(story: Story, record: RunRecord): string | null {
  if (!story.statement || story.operations.length === 0) return null;
  const claimed = new Set(story.statement.cases);
  const exercised = record.cases.filter(
    (one) => claimed.has(one.id) && one.verdict !== 'skipped' && one.operation !== undefined,
  );
  const all = new Set(exercised.map(({ operation }) => operation));
  if (all.size < 2) return null;
  if (story.operations.length === all.size)
    return `Every operation that was tried is affected (${all.size}), which points at code they share.`;
  // Only what passed keeps it; without a verdict nothing is known.
  const sound = [...all].filter(
    (name) =>
      name !== undefined && exercised.every((one) => one.operation !== name || one.verdict === 'pass'),
  );
  if (sound.length === 0) return null;
  return `Affected: ${story.operations.join(', ')}. ${count(sound.length, 'other operation')} keep${sound.length === 1 ? 's' : ''} the statement.`;
}
