import type { BodyPlan, Expectation, RequestPlan, Step } from './types.js';

/** The steps of a case in words, for `explain` and the report. */
export function procedure(steps: readonly Step[]): string[] {
  return steps.map((step) => `${'setup' in step && step.setup ? 'Setup: ' : ''}${describe(step)}`);
}

function describe(step: Step): string {
  switch (step.do) {
    case 'send':
      return `send ${request(step.request)}; due: ${expectation(step.expect)}`;
    case 'operate':
      return `employee: ${step.action.replaceAll('_', ' ')} for user ${step.user}`;
    case 'notified':
      return `event ${step.event} for user ${step.user}: ${times(step.times)}${step.address ? ` at the address "${step.address}"` : ''}${step.carries ? `, with ${step.carries.parameters.join(', ')}` : ''}${step.settles ? ', judged when the run ends' : ''}`;
    case 'refuse':
      return `the catcher refuses the first ${step.times} deliveries for user ${step.user}`;
    case 'repeated':
      return `what is repeated for user ${step.user} within the quiet window fills the gap ${step.gap}`;
    case 'inbox':
      return `employee of the ${step.destination} destination sees ${step.judge === 'absent' ? 'nothing of ' : ''}${step.holds.join(', ')} (${step.judge}${step.names.length ? `: ${step.names.join(', ')}` : ''})`;
    case 'address':
      if (step.label === null) return 'take the webhook address away';
      return typeof step.label === 'string'
        ? `set the webhook address "${step.label}"`
        : "at the end, set the run's own webhook address again";
    case 'clock':
      return `wait until the service's clock is ${step.hours} hours on`;
    case 'field':
      return `${step.field}${step.element ? `[].${step.element}` : ''} of the answer "${step.of}": ${step.check}`;
    case 'presence':
      return `employees of the ${step.destination} destination log ${step.online ? 'in' : 'out'}`;
    case 'ledger':
      return `every answer of ${step.operation ?? 'unlisted operations'} in this run: ${step.rule}${step.field ? ` of ${step.field}` : ''}`;
    case 'alike':
      return `the answers ${step.of.join(' and ')} have the same status and code`;
  }
}

function request({
  operation,
  body,
  key,
  user,
  destination,
  version,
  method,
  path,
  chunked,
  plain,
}: RequestPlan): string {
  return [
    operation,
    method && `by ${method}`,
    version && `under ${version}`,
    path && `with ${path}`,
    plain && `over plain HTTP (${plain})`,
    key && key !== 'main' && `with key: ${key}`,
    user && user !== 'a' && `as user ${user}`,
    destination && destination !== 'chosen' && `to the ${destination} destination`,
    chunked && 'chunked',
    bodyText(body),
  ]
    .filter(Boolean)
    .join(' ');
}

function bodyText(body: BodyPlan): string {
  switch (body.kind) {
    case 'none':
      return 'without a body';
    case 'literal':
      return `with the body ${JSON.stringify(body.text)}`;
    case 'mutated':
      return `with the body spoilt: ${body.mutation}`;
    case 'dialect':
      return body.address && 'literal' in body.address
        ? `with the address ${JSON.stringify(body.address.literal)}`
        : "with the dialect's body";
    case 'documented':
      if (body.without) return `without ${body.without}`;
      if (body.grown) return `with ${body.grown.field} as large as ${body.grown.size}`;
      return body.set ? `with ${JSON.stringify(body.set).slice(0, 80)}` : 'with every documented field';
  }
}

function expectation(expect: Expectation): string {
  switch (expect.kind) {
    case 'accepted':
      return 'success';
    case 'refused':
      return `refusal ${expect.rows.join(' or ')}`;
    case 'documented':
      return `success or ${expect.refusal ? `refusal ${expect.refusal.join(' or ')}` : 'a row of the error table'}${expect.gap ? ` (gap ${expect.gap})` : ''}`;
    case 'anything':
      return `whatever comes (gap ${expect.gap})`;
    case 'not':
      return `anything but ${expect.row}`;
    case 'no-success':
      return 'no success';
  }
}

function times(number: number | { atLeast: number; atMost: number }): string {
  if (typeof number === 'number') return number === 0 ? 'never' : `${number} ×`;
  return `${number.atLeast} × or more`;
}
