import { reasonEntry } from '../reasons.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import type { Story } from './story.js';
import { count } from './words.js';

/** What probably lies behind a story: what its cases have in common, and what the reason code usually means. */
export function likelyCauses(story: Story, record: RunRecord): string[] {
  return [
    onlyOneVersion(story, record),
    onlySomeOperations(story, record),
    likeCases(story, record),
    story.sign?.cause ?? reasonEntry(story.code)?.cause,
  ].filter((text) => text !== undefined && text !== null);
}

function onlyOneVersion(story: Story, record: RunRecord): string | null {
  const [version] = story.versions;
  if (story.versions.length !== 1 || version === undefined || record.target.versions.length < 2) return null;
  const twins = story.cases.map((testCase) => ({ testCase, others: twinsOf(testCase, record) }));
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
function twinsOf(testCase: CaseRecord, record: RunRecord): CaseRecord[] {
  const path = testCase.id.slice(testCase.version.length);
  return record.cases.filter(
    (other) =>
      other.version !== testCase.version &&
      other.id === `${other.version}${path}` &&
      other.verdict !== 'skipped',
  );
}

function onlySomeOperations(story: Story, record: RunRecord): string | null {
  if (!story.statement || story.operations.length === 0) return null;
  const claimed = new Set(story.statement.cases);
  const exercised = record.cases.filter(
    (testCase) =>
      claimed.has(testCase.id) && testCase.verdict !== 'skipped' && testCase.operation !== undefined,
  );
  const all = new Set(exercised.map(({ operation }) => operation));
  if (all.size < 2) return null;
  if (story.operations.length === all.size)
    return `Every operation that was tried is affected (${all.size}), which points at code they share.`;
  // Only what passed keeps it; without a verdict nothing is known.
  const sound = [...all].filter(
    (name) =>
      name !== undefined &&
      exercised.every((testCase) => testCase.operation !== name || testCase.verdict === 'pass'),
  );
  if (sound.length === 0) return null;
  const keep = sound.length > MOST_NAMED ? count(sound.length, 'other operation') : sound.join(' and ');
  return `Affected: ${story.operations.join(', ')}. ${keep} keep${sound.length === 1 ? 's' : ''} the statement.`;
}

/** What differs in the sample alone and passes: what is wrong is what is odd about those that fail. */
function likeCases(story: Story, record: RunRecord): string | null {
  const failing = story.parts[0]?.cases ?? [];
  const families = new Set(failing.map((testCase) => sampleOf(testCase)?.family));
  const [family] = families;
  if (family === undefined || families.size > 1) return null;
  const broken = new Set<string>();
  const passed = new Set<string>();
  for (const testCase of record.cases) {
    const like = testCase.verdict === 'skipped' ? null : sampleOf(testCase);
    if (like?.family === family) (testCase.verdict === 'pass' ? passed : broken).add(like.sample);
  }
  const sound = [...passed].filter((sample) => !broken.has(sample));
  if (sound.length === 0) return null;
  const named = sound.slice(0, MOST_NAMED).map((sample) => `“${sample}”`);
  const left = sound.length - named.length;
  return `${sound.length === 1 ? 'A case that is' : `${sound.length} cases that are`} like it but for the sample pass${sound.length === 1 ? 'es' : ''}: ${named.join(', ')}${left > 0 ? ` and ${left} more` : ''}.`;
}

/** A title parted: what it shares with cases like it, and the sample that is its own, behind a colon or in brackets. */
function sampleOf({ title, group, operation }: CaseRecord): { family: string; sample: string } | null {
  const [, before, inside, behind, start, end] = /^(.*) \(([^()]+)\)(.*)$|^(.*): (.*)$/.exec(title) ?? [];
  const sample = inside ?? end;
  if (sample === undefined) return null;
  return { family: JSON.stringify([group, operation, before ?? start, behind]), sample };
}

const MOST_NAMED = 3;
