import type { CaseRecord, RunRecord } from '../record/types.js';
import type { Story } from './story.js';
import { count } from './words.js';

/** What probably lies behind a story: what its cases have in common, and what the reason code usually means. */
export function likelyCauses(story: Story, record: RunRecord): string[] {
  return [onlyOneVersion(story, record), onlySomeOperations(story, record), USUAL[story.code]].filter(
    (one) => one !== undefined && one !== null,
  );
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

/** By stable reason code. */
const USUAL: Record<string, string> = {
  'no-event':
    'The event was never posted, was posted to another address, or took longer than the event timeout.',
  'unexpected-event':
    'The state that should keep the event back was not kept, or was looked up for another user, conversation or version.',
  payload: 'The user or the content in the webhook was altered or left out.',
  'event-shape': 'The webhook body is not a JSON object.',
  accepted: 'The check that should refuse the request is missing, or comes after the work is done.',
  code: 'Another row of the error table was chosen: two checks may be in the wrong order.',
  message: 'The text of the row was changed or translated; clients compare it.',
  missing: 'The field is left out of the answer, or has another name.',
  surplus: 'The answer of a later version is served under this one.',
  type: 'The value is serialized in another JSON type, a number as a string for instance.',
  unit: 'The value is a number in another unit, seconds in place of milliseconds for instance.',
  'clock-skew': 'The clocks of the service and of this machine differ.',
  repeated: 'Identifiers are made from something that two messages share, such as the second or the user.',
  'not-json': 'Something other than the service answered, such as a proxy or an error page.',
  encoding:
    'The bytes are not valid UTF-8, or the content encoding is not the one that the headers announce.',
  truncated:
    'The connection ended before the announced length was sent; look at Content-Length and at what stands in front of the service.',
  'surplus-bytes':
    'Content-Length is smaller than the body; a length counted in characters where bytes are due does this.',
  framing: 'The response announces its length in two ways at once; a proxy may have added one of them.',
  redirect:
    'A redirect is answered where a result is due; the base address may lack or repeat a path segment.',
  'server-error': 'The service failed on this request; its own log at this moment tells more.',
  auth: 'The key was not looked up before the request was served.',
  'key-repeated':
    'The address of the request, which holds the key, is put into errors, links or headers as it came.',
  status: 'Another row of the error table was chosen, or none.',
  'not-in-table':
    'The error comes from something that does not know the interface’s table, such as the framework in front of it.',
  order: 'Stored messages are fetched or delivered side by side.',
  copies: 'Stored messages are delivered again, or marked as delivered too late.',
  content:
    'The text was cut, trimmed, decoded twice or stored in another encoding on its way, or a field was left out.',
  'not-delivered':
    'The message was refused after it was answered, went to another destination, or is not kept for an employee who is away.',
  seen: 'What is kept until a destination is selected is shown at once, or to every destination.',
  'wrong-address': 'An earlier address is still in use, perhaps cached or kept per version.',
  presence: 'The state of the employees is read once, cached, or taken from another destination.',
  'plain-http': 'The plain port serves the same application; it should refuse, or redirect to https://.',
  shape: 'The answer was not built by the code that builds the others, or a proxy put its own in its place.',
  'empty-body': 'The handler ended without writing, or something in front of the service dropped the body.',
  'content-type':
    'The header is left to a default of the framework, or is set by something in front of the service.',
  value: 'The value is another name for the same thing, or comes from another list.',
  empty: 'An identifier is sent before it is assigned.',
  'too-few': 'The list is filtered, for instance by who is online.',
  unlike: 'The two versions are served by code that has drifted apart.',
};
