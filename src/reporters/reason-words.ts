/**
 * A stable reason code in words, as a clause that needs no sentence around it; for places where the reason's own text is
 * too long. A code that is not known here is told as it is.
 */
export function reasonWords(code: string): string {
  const [before, rest] = parted(code);
  return before === null ? (WORDS[code] ?? code) : `${before}: ${reasonWords(rest)}`;
}

/** The same, for counting: what failed before the verdict counts as one reason, whatever it was. */
export function broadReasonWords(code: string): string {
  return parted(code)[0] ?? reasonWords(code);
}

function parted(code: string): [string | null, string] {
  const [prefix, words] = Object.entries(PREFIXES).find(([one]) => code.startsWith(one)) ?? ['', null];
  return [words, code.slice(prefix.length)];
}

/** What the engine puts before the code of a finding that did not become a verdict. */
const PREFIXES: Record<string, string> = {
  'setup-': 'the preparation failed',
  'unobserved-': 'nothing could be observed',
};

const BROKEN_HTTP = 'the answer breaks the rules of HTTP';
const NO_TLS = 'no TLS connection could be made';
const LATE = 'the answer did not end in time';
const CANNOT = 'the employee’s side cannot do what is needed';

const WORDS: Record<string, string> = {
  // What the target did
  accepted: 'a request was accepted that had to be refused',
  ambiguous: 'the answer contradicts itself',
  auth: 'a request without a good key was accepted',
  'clock-drift': 'the time between two messages is another one',
  'clock-skew': 'the clocks differ',
  'clock-stands': 'the clock stands still',
  code: 'the error has another code',
  content: 'the employee sees something else than was sent',
  'content-type': 'the answer is not declared as JSON',
  copies: 'messages did not arrive once each',
  depth: 'the answer is nested too deep to be judged',
  empty: 'a value is empty',
  'empty-body': 'the answer is empty',
  encoding: 'the answer cannot be decoded',
  'event-shape': 'what came as an event is none',
  'key-repeated': 'an answer repeats the authentication key',
  message: 'the error has another message',
  missing: 'a field is missing',
  'no-event': 'an event that was due did not come',
  'no-order': 'no order of what was done at once explains what came of it',
  'not-delivered': 'a message did not reach the employee',
  'not-in-table': 'an error is no row of the table',
  'not-json': 'the answer is not JSON',
  order: 'messages arrived in another order',
  payload: 'an event lacks what the employee sent',
  'plain-http': 'plain HTTP was served',
  presence: 'the presence did not follow the employees',
  redirect: 'a redirect came in place of an answer',
  refused: 'the target refused',
  repeated: 'an identifier was given twice',
  seen: 'employees see what is not for them, or not yet',
  'server-error': 'the service failed',
  shape: 'the answer has another shape',
  spelling: 'a value is spelt in an unusual way',
  status: 'another status came',
  surplus: 'a field of another version is there',
  'too-few': 'the list is too short',
  type: 'a value has another type',
  'unexpected-event': 'an event came that nothing caused',
  unit: 'a time counts another unit',
  unlike: 'the versions answer differently',
  unsupported: 'a listed operation does not exist',
  value: 'a value is another one',
  'value-refused': 'the target refuses such values, as it may',
  'wrong-address': 'an event came to a former address',
  // What came of the connection
  aborted: 'the run was ending',
  'body-timeout': LATE,
  chunk: BROKEN_HTTP,
  closed: 'the connection was closed without an answer',
  codings: 'the answer has content codings that are not undone here',
  'connect-timeout': 'no connection came about in time',
  'content-length': BROKEN_HTTP,
  dns: 'the host name could not be resolved',
  framing: BROKEN_HTTP,
  header: BROKEN_HTTP,
  'header-size': 'the head of the answer is too large',
  'header-timeout': LATE,
  infrastructure: 'something in front of the service answered',
  'no-response': 'no answer came in time',
  'not-http': BROKEN_HTTP,
  reset: 'the connection was reset',
  'status-line': BROKEN_HTTP,
  'stopped-answering': 'the target stopped answering during the run',
  'surplus-bytes': 'more came than the answer had announced',
  'target-lost': 'the target stopped answering',
  'tls-closed': NO_TLS,
  'tls-expired': NO_TLS,
  'tls-failed': NO_TLS,
  'tls-host': NO_TLS,
  'tls-timeout': NO_TLS,
  'tls-untrusted': NO_TLS,
  'too-large': 'the answer is too large to be read',
  truncated: 'the answer broke off',
  unreachable: 'there is no route to the address',
  // What the run lacked
  'address-refused': 'the webhook address was refused, as it may be',
  'catcher-unproven': 'nothing has reached the webhook catcher yet',
  'dialect-event': 'where an event has its name and user is not known',
  'driver-refused': 'the employee’s side does not know the driver',
  driver: 'the driver of the employee’s side broke',
  'event-user': 'events name no user',
  'evidence-dropped': 'more events came than could be kept',
  'held-up': 'the checker itself did not run for a while',
  interference: 'somebody else may have used the same contact point',
  internal: 'conform itself failed',
  interrupted: 'the run was interrupted',
  'no-answer': 'there was no answer to look at',
  'no-body': 'the body of the request is not known',
  'no-consent': 'overwriting the webhook address was not permitted',
  'no-control': 'no event came at all, so an absence proves nothing',
  'no-destination': 'no destination is known',
  'no-elements': 'the list is empty',
  'no-foreign-destination': 'both contact points list the same destinations',
  'few-destinations': 'the contact point lists too few destinations',
  'no-fresh-key': 'too few keys without a webhook address',
  'no-inbox': 'a person cannot read an inbox out',
  'no-list': 'the list could not be fetched',
  'no-operator': CANNOT,
  'no-restricted-key': 'no key of a restricted account',
  'no-second-key': 'no key of a second contact point',
  'no-terminal': 'nobody could be asked',
  'no-unset-address': 'no contact point without a webhook address',
  'no-webhook': 'no webhook address could be set',
  'nobody-online': 'no employee is online',
  'not-run': 'the run was ended before',
  'not-exercised': 'no other case asked for such an answer',
  'not-shown': 'the inbox does not show what is needed',
  'nothing-due': 'no case of this run causes the event',
  'one-destination': 'there is only one destination',
  operator: 'the employee’s side did not do its part',
  'operator-lacks': CANNOT,
  'other-version': 'the other version was not checked',
  'plain-target': 'the target itself is plain HTTP',
  'stood-still': 'the run waited for this case in vain',
  'restricted-allows': 'the restricted account does not lack the operation',
  tainted: 'an event could not be attributed to a user',
  unknown: 'no reason was recorded',
};
