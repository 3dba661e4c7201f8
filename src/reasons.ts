/** What is known of a reason code, for people. */
export interface ReasonEntry {
  /** A clause that can stand alone. */
  words: string;
  /** What usually lies behind it. */
  cause?: string;
  /** What to do so that the next run can prove it. */
  remedy?: string;
}

/** Something did not happen, and not because of the target: the entry says what to do. */
type Remedied = ReasonEntry & { remedy: string };
/** A reason that needs more than its words: where it comes from, or what to do. */
type Explained = Remedied | (ReasonEntry & { cause: string });

const BROKEN_HTTP = {
  words: 'the response breaks the rules of HTTP',
  cause:
    'The head or the chunks of the response are written by hand, or something in front of the service changes the body without adjusting the headers.',
};
const NO_TLS = 'no TLS connection could be made';
const NETWORK =
  'Run again when the target responds reliably, or with fewer connections (--concurrency 1); conform doctor shows where the connection breaks.';
const LATE = { words: 'the response was not complete in time', remedy: NETWORK };
const DRIVER = "Run conform doctor, fix the driver of the employee's side and run again.";

/** Why a case failed: what the target did. */
const VIOLATIONS = {
  accepted: {
    words: 'the target accepted a request that must be refused',
    cause: 'The check that should refuse the request is missing, or runs after the work is done.',
  },
  ambiguous: {
    words: 'the response contradicts itself',
    cause:
      'A name occurs twice in the response with different values, so readers disagree about what it says.',
  },
  auth: {
    words: 'the target accepted a request without a valid key',
    cause: 'The key was not looked up before the request was served.',
  },
  'clock-drift': {
    words: 'timestamps do not keep pace with the clock',
    cause: 'The times come from another clock, or from a moment other than that of the response.',
  },
  'clock-skew': {
    words: "a timestamp is too far from the run's clock",
    cause: 'The clock of the service or of this machine is wrong.',
  },
  'clock-stands': {
    words: 'the timestamps do not advance',
    cause: 'The time is read once, or comes from a cache.',
  },
  code: {
    words: 'the error has a different code',
    cause: 'Another row of the error table was chosen: two checks may be in the wrong order.',
  },
  content: {
    words: 'the employee received a different message',
    cause: 'The text was cut, trimmed, decoded twice or stored in another encoding, or a field was left out.',
  },
  'content-type': {
    words: 'the Content-Type of the response is not JSON',
    cause: 'The header is left to a default of the framework, or set by something in front of the service.',
  },
  copies: {
    words: 'messages did not arrive exactly once',
    cause:
      'Stored messages are delivered again or marked as delivered too late, or identical messages are treated as one.',
  },
  depth: {
    words: 'the response is nested too deeply to be judged',
    cause: 'A value contains itself, or is wrapped again with every request.',
  },
  empty: { words: 'a value is empty', cause: 'An identifier is sent before it is assigned.' },
  'empty-body': {
    words: 'the response is empty',
    cause: 'The handler ended without writing, or something in front of the service dropped the body.',
  },
  encoding: {
    words: 'the response cannot be decoded',
    cause: 'The bytes are not valid UTF-8, or the content encoding is not the one that the headers announce.',
  },
  'event-shape': {
    words: 'the webhook received something other than an event',
    cause: 'The webhook body is not a JSON object.',
  },
  history: {
    words: 'the employee does not see earlier messages',
    cause:
      'The view is limited to the current conversation, to the last few messages, to one destination or to what users wrote.',
  },
  'key-repeated': {
    words: 'a response repeats the authentication key',
    cause: 'The address of the request, which holds the key, is copied into errors, links or headers.',
  },
  message: {
    words: 'the error has a different message',
    cause: 'The text of the row was changed or translated; clients compare the text.',
  },
  missing: {
    words: 'a field is missing',
    cause: 'The field is left out of the response, or has another name.',
  },
  'no-event': {
    words: 'an event did not arrive',
    cause:
      'The event was never posted, was posted to another address, or took longer than the event timeout.',
  },
  'no-order': {
    words: 'no order of the concurrent moves explains what was seen',
    cause: 'Two moves on the same conversation read and write its state without waiting for each other.',
  },
  'not-delivered': {
    words: 'a message did not reach the employee',
    cause:
      'The message was refused after it was answered, went to another destination, or is not kept for an employee who is away.',
  },
  'not-in-table': {
    words: 'an error is not a row of the table',
    cause:
      "The error comes from something that does not know the interface's table, such as the framework in front of it.",
  },
  'not-json': {
    words: 'the response is not JSON',
    cause: 'Something other than the service answered, such as a proxy or an error page.',
  },
  order: {
    words: 'messages arrived in a different order',
    cause: 'Stored messages are fetched or delivered concurrently.',
  },
  payload: {
    words: 'an event lacks what the employee sent',
    cause: 'The user or the content in the webhook was altered or left out.',
  },
  'plain-http': {
    words: 'the target answered over plain HTTP',
    cause: 'The plain port serves the same application; it should refuse, or redirect to https://.',
  },
  presence: {
    words: 'the presence did not change when employees logged in or out',
    cause: 'The state of the employees is read once, cached, or taken from another destination.',
  },
  redirect: {
    words: 'the target redirected instead of answering',
    cause:
      'The service redirects where it should return a result; the base address may lack or repeat a path segment.',
  },
  refused: {
    words: 'the target refused the request or the connection',
    cause: 'A check mistakes a valid request for an invalid one, or nothing listens at the address any more.',
    remedy: NETWORK,
  },
  repeated: {
    words: 'an identifier was given twice',
    cause: 'Identifiers are made from something that two messages share, such as the second or the user.',
  },
  seen: {
    words: 'employees see messages that are not for them, or see them too early',
    cause: 'What is kept until a destination is selected is shown at once, or to every destination.',
  },
  'server-error': {
    words: 'the target returned a server error',
    cause: 'The target failed on this request; its log for this moment says more.',
  },
  shape: {
    words: 'the response has a different shape',
    cause:
      'The response was not built by the code that builds the others, or a proxy put its own in its place.',
  },
  spelling: {
    words: 'a value is spelled in an unusual way',
    cause: 'The value differs in letter case or in how a character is encoded.',
  },
  status: {
    words: 'the status is not the expected one',
    cause: 'Another row of the error table was chosen, or none.',
  },
  surplus: {
    words: 'a field of another version is present',
    cause: 'The response of a later version is served under this one.',
  },
  'too-few': {
    words: 'the list is too short',
    cause: 'The list is filtered, for instance by who is online.',
  },
  type: {
    words: 'a value has a different type',
    cause: 'The value is serialized as another JSON type, a number as a string for instance.',
  },
  'unexpected-event': {
    words: 'an event arrived that nothing had caused',
    cause:
      'The state that should have held the event back was lost, or was looked up for another user, conversation or version.',
  },
  unit: {
    words: 'a time is in a different unit',
    cause: 'The value is a number in another unit, seconds instead of milliseconds for instance.',
  },
  unlike: {
    words: 'the versions answer differently',
    cause: 'The two versions are served by code that has drifted apart.',
  },
  unsupported: {
    words: 'a listed operation does not exist',
    cause: 'The path is not routed, or the operation is missing from this version.',
  },
  value: {
    words: 'a field has a different value',
    cause: 'The value is another name for the same thing, or comes from another list.',
  },
  'user-missing': {
    words: 'an event does not name the user',
    cause:
      "The user's id was left out of the event, cleared, or replaced by an id that the gateway never gave.",
  },
  'wrong-address': {
    words: 'an event was sent to the wrong address',
    cause: 'An earlier address is still in use, perhaps cached or kept per version.',
  },
} satisfies Record<string, ReasonEntry & { cause: string }>;

/** What became of a connection. */
const CONNECTION = {
  aborted: { words: 'the run was ending', remedy: 'Run again and let it finish.' },
  'body-timeout': LATE,
  chunk: BROKEN_HTTP,
  closed: { words: 'the connection was closed without a response', remedy: NETWORK },
  codings: {
    words: 'the response has a content encoding that conform does not decode',
    cause: 'The service uses an encoding that was not asked for, or applies several at once.',
  },
  'connect-timeout': {
    words: 'no connection was made in time',
    remedy:
      'Check host and port, and whether a firewall drops connections from here; --timeout waits longer.',
  },
  'content-length': BROKEN_HTTP,
  dns: {
    words: 'the host name could not be resolved',
    remedy: "Check the host name, and whether this machine's name server knows it.",
  },
  framing: {
    words: BROKEN_HTTP.words,
    cause: 'The response announces its length in two ways at once; a proxy may have added one of them.',
  },
  header: BROKEN_HTTP,
  'header-size': {
    words: 'the headers of the response are too large',
    cause: 'A header, such as a cookie or a trace, grows with each request.',
  },
  'header-timeout': LATE,
  infrastructure: {
    words: 'something in front of the service answered',
    remedy:
      'If it limits the rate, lower --rate or --concurrency; if it limits sizes (413, 414, 431), raise its limit. Then run again.',
  },
  'no-handles': {
    words: 'this machine allows too few open connections',
    remedy: 'Raise the limit of open files (ulimit -n 1024), or lower --concurrency.',
  },
  'no-response': {
    words: 'no response arrived in time',
    remedy: 'Raise --timeout, or find out why the service is slow.',
  },
  'not-http': BROKEN_HTTP,
  reset: { words: 'the connection was reset', remedy: NETWORK },
  'status-line': BROKEN_HTTP,
  'stopped-answering': {
    words: 'the target stopped answering during the run',
    remedy: 'Check the log of the service for why it stopped answering, then run again.',
  },
  'surplus-bytes': {
    words: 'the response is longer than announced',
    cause:
      'Content-Length is smaller than the body; a length counted in characters instead of bytes does this.',
  },
  'target-lost': {
    words: 'the target did not answer as before',
    remedy: 'Check the log of the service for what changed during the run, then run again.',
  },
  'tls-closed': {
    words: NO_TLS,
    remedy: 'Check that the port serves HTTPS and asks for no client certificate.',
  },
  'tls-expired': { words: 'the certificate has expired', remedy: 'Renew the certificate of the target.' },
  'tls-failed': {
    words: NO_TLS,
    remedy: 'Check that the port serves HTTPS, and which versions of TLS it offers.',
  },
  'tls-host': {
    words: 'the certificate is for another host',
    remedy: 'Use a host name that is in the certificate of the target.',
  },
  'tls-timeout': {
    words: 'the TLS handshake did not complete in time',
    remedy: 'Check that the port serves HTTPS; --timeout waits longer.',
  },
  'tls-untrusted': {
    words: 'the certificate is not trusted',
    remedy:
      'Trust the authority that issued the certificate with --ca-file FILE, or check a test deployment with --insecure.',
  },
  'too-large': {
    words: 'the response is too large to be read',
    cause: 'The list has no end, or a response repeats what it was sent.',
  },
  truncated: {
    words: 'the response was cut off',
    cause:
      'The connection ended before the announced length was sent; check Content-Length and anything in front of the service.',
  },
  unreachable: {
    words: 'there is no route to the address',
    remedy: 'Check the address, and whether this machine may reach that network.',
  },
} satisfies Record<string, Explained>;

/** Why a case has no verdict about the target: what the run lacked. */
const LACKS = {
  'address-probed': {
    words: 'a webhook address where nobody answers was refused, which the interface allows',
    remedy: 'Nothing needs to be done: the target tries an address before it sets it.',
  },
  'address-refused': {
    words: 'the webhook address was refused, which the interface allows',
    remedy: 'Give the catcher an https:// address that the target can reach: --webhook-url.',
  },
  'catcher-unproven': {
    words: 'nothing has reached the webhook catcher yet',
    remedy: 'Check that the target can reach the address of the catcher (--webhook-url) and run again.',
  },
  'dialect-event': {
    words: 'where an event carries its name and user is not known',
    remedy: 'Set the places of the name and the user of an event in "dialect.event".',
  },
  driver: { words: "the driver of the employee's side broke", remedy: DRIVER },
  'driver-refused': {
    words: "the employee's side refused the driver's credentials",
    remedy: 'Correct the credentials of the driver ("operator.http.headers").',
  },
  'event-user': {
    words: 'events name no user',
    remedy: 'If events do name a user, set its place in "dialect.event".',
  },
  'evidence-dropped': {
    words: 'the catcher could not keep everything it received',
    remedy: 'Run again when fewer or smaller deliveries reach the catcher, or with --quick.',
  },
  'few-destinations': {
    words: 'the contact point lists too few destinations',
    remedy:
      'Create further destinations in the contact point, or log employees in at the existing ones; those that are listed as unavailable and refuse users do not count.',
  },
  'held-up': {
    words: 'the checker itself was held up for a while',
    remedy: 'Run again on a machine that is less busy.',
  },
  interference: {
    words: 'somebody else may have used the same contact point',
    remedy:
      'Somebody else, such as another run, may have changed the webhook address or who is logged in. Run again alone; whatever happens again then is caused by the deployment.',
  },
  internal: {
    words: 'conform itself failed',
    remedy: 'This is a fault of the checker, not of the target. Report it, with results.json.',
  },
  interrupted: { words: 'the run was interrupted', remedy: 'Run again and let it finish.' },
  'key-without-letters': {
    words: 'the key has no letters, so upper and lower case cannot be tested',
    remedy: 'Check with a key that has letters.',
  },
  'no-answer': { words: 'there was no response to judge', remedy: NETWORK },
  'no-body': {
    words: 'the body of the request is not known',
    remedy: 'Describe the body in the "dialect" section of conform.config.yaml.',
  },
  'no-consent': {
    words: 'overwriting the webhook address was not permitted',
    remedy: 'Permit it with --allow-webhook-change.',
  },
  'no-control': {
    words: 'expected events did not arrive, so an absence proves nothing',
    remedy: 'Fix the missing events first: an absence counts only once some event has arrived.',
  },
  'no-destination': {
    words: 'no destination is known',
    remedy: 'Create a destination in the contact point, or fix the violations of the list first.',
  },
  'no-elements': {
    words: 'the list is empty',
    remedy: 'Give the contact point something to list, then run again.',
  },
  'no-foreign-destination': {
    words: 'both contact points list the same destinations',
    remedy: 'Set "target.secondKey" to the key of a contact point with destinations of its own.',
  },
  'no-fresh-key': {
    words: 'too few contact points that never had a webhook address',
    remedy: 'Configure enough "target.freshKeys": each such case uses one up.',
  },
  'no-inbox': {
    words: 'a manual driver cannot report an inbox',
    remedy:
      'Configure operator.http or operator.exec in conform.config.yaml: they can return what an inbox shows.',
  },
  'no-list': {
    words: 'the list could not be fetched',
    remedy: 'Fix the violations of the list of destinations first, then run again.',
  },
  'no-operator': {
    words: "no driver of the employee's side is configured",
    remedy:
      "Configure the employee's side: operator.http or operator.exec in conform.config.yaml, or --operator manual.",
  },
  'no-restricted-key': {
    words: 'no key of a restricted account is configured',
    remedy: 'Configure "target.restricted": the key of an account that lacks the operation.',
  },
  'no-second-key': {
    words: 'no key of a second contact point is configured',
    remedy: 'Configure "target.secondKey", the key of another contact point.',
  },
  'no-terminal': {
    words: 'nobody could be prompted',
    remedy:
      'Run it at a terminal and without --no-input, or configure operator.http or operator.exec in conform.config.yaml.',
  },
  'no-unset-address': {
    words: 'no contact point without a webhook address is configured',
    remedy:
      'Configure "target.freshKeys", keys of contact points that never had a webhook address, or "dialect.clearWebhook".',
  },
  'no-webhook': {
    words: 'no webhook address could be set',
    remedy:
      'Give the catcher an address that the target accepts and can reach: --webhook-url. If it is the body that the target refuses, name the right one in "dialect.setWebhook".',
  },
  'nobody-online': {
    words: 'no employee is online',
    remedy: 'Let employees of a destination log in, or give the driver "set_presence".',
  },
  'not-exercised': {
    words: 'no other case asked for such a response',
    remedy: 'Select more cases: this one judges the responses of others.',
  },
  'not-run': {
    words: 'the run ended before this case could be judged',
    remedy: 'Fix what held the run up, then run again.',
  },
  'not-shown': {
    words: 'the inbox does not show what is needed',
    remedy: 'Have the inbox of the driver show these fields.',
  },
  'nothing-due': {
    words: 'no case of this run causes the event',
    remedy:
      "Select more cases, or add the employee's action to the driver: something must cause the event once.",
  },
  'one-destination': {
    words: 'there is only one destination',
    remedy: 'Create a second destination in the contact point.',
  },
  operator: { words: 'the driver reported that an action failed', remedy: DRIVER },
  'operator-lacks': {
    words: 'the driver lacks a needed action',
    remedy: "Add the action to the driver of the employee's side.",
  },
  'operator-refused': {
    words: "the employee's side could not act in this situation",
    remedy:
      'See what the driver answered. The interface leaves open whether employees can act here; if other cases failed, fix these first.',
  },
  'other-version': {
    words: 'the other version was not checked',
    remedy: 'Check all versions in one run: --api-version all.',
  },
  'plain-target': { words: 'the target itself is plain HTTP', remedy: 'Check an https:// address.' },
  'restricted-allows': {
    words: 'the restricted account has every operation of this version',
    remedy:
      'List the operations of this version that the account lacks in "target.restricted.operations", or use the key of an account that lacks some.',
  },
  'shared-employees': {
    words: 'employees work for several destinations',
    remedy: 'Nothing needs to be done. To check this, give a destination employees of its own.',
  },
  'short-key': {
    words: 'the key is too short to change without matching another one',
    remedy: 'Check with a longer key.',
  },
  'stood-still': {
    words: 'the run gave up waiting for this case',
    remedy:
      'Look at the step in which it was waiting: either the driver or the checker hangs there. Fix it and run again.',
  },
  tainted: {
    words: 'an event could not be attributed to a user',
    remedy:
      'Set the place of the user in "dialect.event", or run when no other traffic uses the contact point.',
  },
  unknown: {
    words: 'no reason was recorded',
    remedy: 'Run again with this version of conform: another one wrote the record.',
  },
  'value-refused': {
    words: 'the target refused the value, which the interface allows',
    remedy: 'Nothing needs to be done: the deployment limits what such a field may hold.',
  },
  'wait-shortened': {
    words: 'an event arrived after a shortened wait for it had ended',
    remedy:
      'First find out why other events of its kind do not arrive; once they do, the run waits the full event timeout for each.',
  },
} satisfies Record<string, Remedied>;

/** Every reason that a case can have, in the order of docs/reasons.md. */
export const REASONS = { ...VIOLATIONS, ...CONNECTION, ...LACKS };

/** The same by what they are about, for documents. */
export const REASON_GROUPS = [
  ['What the target did', VIOLATIONS],
  ['What became of the connection', CONNECTION],
  ['What the run lacked', LACKS],
] as const satisfies readonly [string, Record<string, ReasonEntry>][];

export type PlainReasonCode = keyof typeof REASONS;

/** What comes before the code of a finding that did not become a verdict. */
export const REASON_PREFIXES = {
  'setup-': 'the setup failed',
  'unobserved-': 'nothing could be observed',
} as const;

export type ReasonPrefix = keyof typeof REASON_PREFIXES;

export type ReasonCode = PlainReasonCode | `${ReasonPrefix}${PlainReasonCode}`;

/** A code with a prefix before it. */
export function prefixed(prefix: ReasonPrefix, code: ReasonCode): ReasonCode {
  return `${prefix}${code}` as ReasonCode;
}

/** The entry of a code out of a record, which may be of a later version of this program; null: there is none. */
export function reasonEntry(code: string): ReasonEntry | null {
  return Object.hasOwn(REASONS, code) ? REASONS[code as PlainReasonCode] : null;
}

/**
 * A stable reason code in words, as a clause that can stand alone; for places where the reason's own text is too long. An
 * unknown code is shown as it is.
 */
export function reasonWords(code: string): string {
  const [before, rest] = splitReasonCode(code);
  return before === null ? (reasonEntry(code)?.words ?? code) : `${before}: ${reasonWords(rest)}`;
}

/** The same, for counting: what failed before the verdict counts as one reason, whatever it was. */
export function broadReasonWords(code: string): string {
  return splitReasonCode(code)[0] ?? reasonWords(code);
}

/** What a prefix of the code says, if it has one, and the code without it. */
export function splitReasonCode(code: string): [before: string | null, rest: string] {
  const [prefix, words] = Object.entries(REASON_PREFIXES).find(([each]) => code.startsWith(each)) ?? [
    '',
    null,
  ];
  return [words, code.slice(prefix.length)];
}

/** A set of reason codes; a code that there is no longer is a type error. */
export function codes(...of: ReasonCode[]): ReadonlySet<string> {
  return new Set(of);
}
