import { operationOf } from '../../cases/description-lookups.js';
import type { KeyChoice, LabelledAddress } from '../../cases/request-plan.js';
import { NO_UNSET_ADDRESS } from '../../cases/select.js';
import type { AddressStep } from '../../cases/types.js';
import { MAIN_ADDRESS } from '../address-log.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import { CLEARING } from '../keys.js';
import { operatorProblem } from './operator.js';
import { sendRequest } from './send.js';

/** Sets the webhook address, or takes it away; the case restores the run's address when it ends. */
export async function address(context: CaseContext, step: AddressStep): Promise<Finding | null> {
  const { key = 'main', label, version } = step;
  if (label === null) return clear(context, key);
  if (key === 'second') for (const user of context.users()) context.runState.addressLog.hears(user);
  if (
    key === 'main' ||
    (version !== undefined && (await context.keys.of(key)) === context.runState.runContext.keys.main)
  )
    context.afterwards(() => restore(context, version));
  if (typeof label === 'string')
    return set(context, { label: context.setsAddress(label, key) }, { key, version });
  if ('later' in label) return null;
  const instead = await context.runState.ports.mailbox.unreachableAddress();
  return set(context, { label: context.setsAddress(UNREACHABLE, key), instead }, { key, version });
}

/** Of an address that is not the catcher's. */
const UNREACHABLE = 'unreachable';

function set(
  context: CaseContext,
  to: LabelledAddress,
  { key, version }: { key: KeyChoice; version: string | undefined },
): Promise<Finding | null> {
  const operation = operationOf(context.description, 'address');
  return sendRequest(context, {
    do: 'send',
    request: {
      operation,
      key,
      body: { kind: 'dialect', address: to },
      ...(version !== undefined && { version }),
    },
    expect: { kind: 'accepted' },
  });
}

async function restore(context: CaseContext, version?: string): Promise<void> {
  await set(context, { label: MAIN_ADDRESS }, { key: 'main', version });
}

/** By request if the dialect knows one, otherwise by the employee's side; a fresh contact point needs neither. */
async function clear(context: CaseContext, choice: KeyChoice): Promise<Finding | null> {
  const { runContext, ports } = context.runState;
  const key = await context.keys.ofPoint(choice);
  const clearing = runContext.reader.clearing();
  if (clearing) {
    restoreAfterwards(context, key);
    const body = { kind: 'literal', text: JSON.stringify(clearing.body) } as const;
    return sendRequest(context, {
      do: 'send',
      request: { operation: clearing.operation, key: choice, body },
      expect: { kind: 'accepted' },
    });
  }
  if (ports.operator.supports(CLEARING)) {
    const { id, version } = context.testCase;
    const result = await ports.operator.perform(CLEARING, { version, key }, id);
    if (result.ok || result.kind !== 'unsupported') {
      restoreAfterwards(context, key);
      return operatorProblem(result, CLEARING);
    }
  }
  // If an address may be set, what comes to it proves nothing.
  const { addressLog } = context.runState;
  const isUnset = context.runState.unsetKeys.isUnused(key) && addressLog.lastOf(key) === undefined;
  return isUnset ? null : { ...NO_UNSET_ADDRESS, verdict: 'skipped' };
}

function restoreAfterwards(context: CaseContext, key: string): void {
  if (key === context.runState.runContext.keys.main) context.afterwards(() => restore(context));
}
