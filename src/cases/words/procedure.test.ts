import { expect, test } from 'vitest';
import { loadDescriptions } from '../../description/load.js';
import { casesOf } from '../derive.js';
import { procedure } from './procedure.js';

const descriptions = await loadDescriptions();
const told = new Map(
  casesOf(descriptions).flatMap((testCase) => {
    const description = descriptions.find(({ version }) => version === testCase.version);
    return description ? [[testCase.id, procedure(testCase, description)] as const] : [];
  }),
);

test.each([
  [
    '1.0/requests/malformed-bare-fraction/sendText',
    'Call sendText with a body that is not valid JSON: a number that ends in a point. It must be refused with 400, code 4 ("Wrong JSON format").',
  ],
  [
    '1.0/errors/address-invalid-no-scheme/setWebhook',
    "When the case ends, set the run's own webhook address again.",
    'Call setWebhook with the address "no-scheme-…". It must be refused with 400, code 5 ("URL [<url>] is not valid: <reason>").',
    'Send it again: it must be refused in the same way.',
  ],
  [
    '1.0/errors/unknown-operation/getDestinations',
    'Call noSuchOperation, which this version does not list. It must be refused with 404, code 6 ("Unsupported HTTP request <method> <path>").',
    'Send it again: it must be refused in the same way.',
  ],
  [
    '1.0/errors/whitespace-body/sendText',
    'Call sendText with a body of only whitespace. It must be refused with 400, code 3 ("Empty body") or 400, code 4 ("Wrong JSON format"). The result is recorded, because the interface leaves this open: Does a body of whitespace count as empty or as malformed JSON?',
  ],
  [
    '1.0/errors/method-HEAD/sendText',
    'Call sendText by HEAD without a body. Any response is fine. The result is recorded, because the interface leaves this open: How is HEAD answered?',
  ],
  [
    '1.0/requests/missing-text/sendText',
    'Call sendText with every documented field but text. It may be accepted, or refused with 400, code 9 ("Invalid data: <reason>"). The result is recorded, because the interface leaves this open: Which request fields are required?',
  ],
  [
    '1.0/requests/size-attributes-100/selectDestination',
    'Call selectDestination with every documented field, attributes with 100 entries. It may be accepted, or refused with 400, code 9 ("Invalid data: <reason>"). The result is recorded, because the interface leaves this open: How many attributes may a user have?',
  ],
  [
    '1.0/requests/chunked/sendText',
    'Call sendText with every documented field, without Content-Length (chunked). It may be accepted, or refused with an error from the table. The result is recorded, because the interface leaves this open: Is a body without a length accepted?',
  ],
  [
    '1.0/transport/plain-http-port-80/getDestinations',
    'Call getDestinations over plain HTTP on port 80. It must not be accepted: no response, an error or a redirect is fine.',
  ],
  [
    '1.2/routing/after-closed/sendFile',
    'Setup: call sendFile with every documented field.',
    'Setup: the event SelectDestination must arrive for the user once.',
    'Setup: call selectDestination with every documented field.',
    'Setup: let an employee close the conversation of the user.',
    'Setup: the event Closed must arrive for the user once.',
    'Call sendFile with every documented field. It must be accepted (status 200).',
    'The event SelectDestination must arrive for the user twice in total, counted when the run ends.',
  ],
  [
    '1.2/routing/selected-before-writing/sendText',
    'Setup: call selectDestination with every documented field.',
    'Call sendText with every documented field. It must be accepted (status 200).',
    'The event SelectDestination must arrive for the user at most once, counted when the run ends. The result is recorded, because the interface leaves this open: Does the first message after an early selection ask for a destination?',
  ],
  [
    '1.0/employee/sees-name/sendText',
    'Setup: call selectDestination with every documented field.',
    'Setup: call sendText with every documented field.',
    'Employees of the chosen destination must see the message of step 2 from the user, along with name as given in step 1.',
  ],
  [
    '1.0/storage/kept-in-order/sendText',
    'Setup: call sendText with every documented field.',
    'Setup: call sendText with every documented field.',
    'Setup: call sendText with every documented field.',
    'Setup: call selectDestination with every documented field.',
    'Setup: employees of the chosen destination must see the messages of steps 1 to 3 from the user, with text unchanged.',
    'Employees of the chosen destination must see the messages of steps 1 to 3 from the user, in the order in which they were sent.',
  ],
  [
    '1.0/storage/reply-older-TextMessage',
    'Setup: clear the webhook address at a contact point that starts without a webhook address; everything below happens there.',
    'Setup: call sendText with every documented field.',
    'Setup: call selectDestination with every documented field.',
    'Setup: call sendText with every documented field, for a second user.',
    'Setup: call selectDestination with every documented field, for a second user.',
    "Advance the service's clock to 1 h 11 min after the case began.",
    'Let an employee send the text to the user.',
    'Let an employee send the text to a second user.',
    'Let an employee send the text to a second user, text set to "👋 👩‍👩‍👧‍👦 🇨🇭 👍🏽 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} end".',
    "Advance the service's clock to 1 h 30 min after the case began.",
    'Let an employee send the text to the user.',
    "Advance the service's clock to 25 h 15 min after the case began.",
    `Setup: set the webhook address to the catcher's address "late".`,
    'The event TextMessage must arrive for the user once at the address "late", and carry text unchanged.',
    'The event TextMessage must not arrive with this text for the user, not even later in the run.',
    'The event TextMessage must not arrive with this text for a second user, not even later in the run.',
    'The event TextMessage must not arrive with this text for a second user, not even later in the run.',
  ],
  [
    '1.0/events/unchanged-TextMessage-quotes',
    'Setup: call sendText with every documented field.',
    'Setup: call selectDestination with every documented field.',
    `Let an employee send the text to the user, text set to ${JSON.stringify(descriptions[0]?.samples.texts['quotes']?.value)}.`,
    'The event TextMessage must arrive for the user once, and carry text unchanged.',
  ],
  [
    '1.0/events/retries',
    'Let the webhook catcher refuse the first 2 deliveries for the user.',
    'Setup: call sendText with every documented field.',
    'Watch for one quiet window, and record whether and when the refused deliveries for the user are repeated.',
  ],
  [
    '1.0/destinations/presence-login',
    'Let all employees of the chosen destination log out at a contact point that starts without a webhook address; everything below happens there. The list of destinations must show it.',
    'Setup: let all employees of the chosen destination log out.',
    'Let all employees of the chosen destination log in. The list of destinations must show it.',
  ],
  [
    '1.0/responses/type-has_online/getDestinations',
    'Throughout the run, in every success of getDestinations, destinations[].has_online has the type boolean.',
  ],
  [
    '1.0/responses/every-unit-timestamp/sendText',
    'Throughout the run, in every success of sendText, timestamp counts epoch milliseconds.',
  ],
  [
    '1.2/versions/alike-no-key-1.0/sendText',
    'Call sendText under version 1.0 with every documented field, without a key. It may be accepted, or refused with an error from the table.',
    'Call sendText with every documented field, without a key. It may be accepted, or refused with an error from the table.',
    'Check that the responses of steps 1 and 2 have the same status and code.',
  ],
  [
    '1.2/versions/exists/getHistory',
    'Call getHistory with the body that this deployment uses. Any response is fine except 404, code 6 ("Unsupported HTTP request <method> <path>") or 500, code 7 ("Internal server error"). The result is recorded, because the interface leaves this open: What do the request and the response of getHistory look like?',
  ],
])('the steps of %s in plain sentences', (id, ...steps) => {
  expect(told.get(id)).toEqual(steps);
});

test('each step of each case is a sentence without gaps', () => {
  const steps = [...told].flatMap(([id, lines]) => lines.map((line) => ({ id, line })));
  expect(steps.length).toBeGreaterThan(1_000);
  const whole = /^(?:Setup: [a-z]|[A-Z]).*[.?]$/;
  expect(steps.filter(({ line }) => !whole.test(line))).toEqual([]);
  // What is sent may look odd on purpose.
  const own = steps.map(({ id, line }) => ({
    id,
    line: line.replace(/ set to .*| JSON: .*| with \S+ as the address/, ''),
  }));
  const gap = /undefined|NaN|\[object| {2}| steps? 0|\{/;
  expect(own.filter(({ line }) => gap.test(line))).toEqual([]);
});

test('a question that several requests of a case answer is put once', () => {
  const courses = [...told.values()].map((steps) =>
    steps.filter((step) => step.includes('leaves this open')),
  );
  expect(courses.filter((asked) => new Set(asked.map(questionOf)).size < asked.length)).toEqual([]);
  const again = [...told.values()].flat().filter((step) => step.includes('for the same question'));
  expect(again.length).toBeGreaterThan(20);
});

function questionOf(step: string): string {
  return step.slice(step.indexOf('leaves this open'));
}
