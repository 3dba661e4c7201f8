import { isObject } from '../../json.js';
import type { Check } from '../dialect/dialect.js';
import type { Rulebook } from '../rulebook.js';
import type { ServiceContext } from '../service-context.js';
import { type Call, type CheckedCall, type JsonObject, own, pickFields, Refusal } from './call.js';

/** Checks a call for faults in the dialect's order. Throws the refusal for the first one. */
export function checkCall(context: ServiceContext, call: Call): CheckedCall {
  for (const name of context.dialect.request.checks) CHECKS[name](context, call);
  const { rules, operation, account, body } = call;
  if (!rules || !operation || !account || !body) throw new Error('The dialect leaves out a check.');
  return { ...call, rules, operation, account, body };
}

/** The rules of the requested version; of any version if that is unknown, because errors are the same in all. */
export function rulesOf({ rulebooks }: ServiceContext, call: Call): Rulebook {
  const [any] = rulebooks.values();
  const rules = call.rules ?? any;
  if (!rules) throw new Error('There is no description.');
  return rules;
}

const CHECKS: Record<Check, (context: ServiceContext, call: Call) => void> = {
  route(context, call) {
    const [, version = '', name = '', ...rest] = context.hooks.path(call.path).split('/');
    const rules = context.rulebooks.get(version);
    const rule = rules?.operations.get(name);
    const isManaged = rule?.kind === 'address' && isManaging(context, call.method);
    const isMethod = isManaged || call.method === rules?.description.http.method;
    if (!rules || !rule || rest.length > 0 || !isMethod) {
      throw new Refusal(rulesOf(context, call).row('unsupported-request'));
    }
    call.rules = rules;
    call.operation = { name, rule };
  },

  key(context, call) {
    const rules = rulesOf(context, call);
    const key = call.query.get(rules.description.http.keyParameter);
    const account = context.hooks.authenticate(key ?? '', call, context.accounts);
    if (account) call.account = account;
    else throw new Refusal(rules.row(key ? 'unregistered-key' : 'no-key'));
  },

  account(context, { rules, operation, account }) {
    if (!rules || !operation || !account) return;
    const lacked = account.lacks[rules.description.version] ?? [];
    if (context.hooks.forbids(lacked, operation.name)) throw new Refusal(rules.row('restricted-account'));
  },

  body(context, call) {
    if (call.rules && call.operation) call.body = readBody(context, call, call.rules);
  },
};

/** Whether a method reads the webhook address back, or removes it. */
export function isManaging({ dialect }: Pick<ServiceContext, 'dialect'>, method: string): boolean {
  return method === dialect.address.read || method === dialect.address.remove;
}

function readBody(context: ServiceContext, call: Call, rules: Rulebook): JsonObject {
  const { bytes, operation } = call;
  if (!operation || operation.rule.request === null || isManaging(context, call.method)) return {};
  const invalid = rules.row('wrong-type');
  if (bytes === null) throw new Refusal(invalid, { reason: 'the body is too long' });
  if (context.dialect.request.chunkedBodies === 'refused' && call.headers['content-length'] === undefined) {
    throw new Refusal(invalid, { reason: 'the length of the body is not given' });
  }
  if (bytes.length === 0) throw new Refusal(rules.row('empty-body'));
  const body = parse(context, bytes, rules);
  if (!isObject(body)) {
    const asAddress = operation.rule.kind === 'address' && context.dialect.address.nonObjects === 'address';
    const row = asAddress ? rules.row('invalid-address') : invalid;
    throw new Refusal(row, { url: '', reason: 'the body is not a JSON object' });
  }
  const resource = rules.request(operation.rule);
  if (!resource) return body;
  const reason = context.hooks.validate(body, resource, context.dialect.request);
  if (reason !== null) throw new Refusal(invalid, { reason });
  refuseValues(body, operation.name, rules);
  return pickFields(body, resource);
}

function parse(context: ServiceContext, bytes: Uint8Array, rules: Rulebook): unknown {
  try {
    return context.hooks.parse(bytes);
  } catch {
    throw new Refusal(rules.row('malformed-json'));
  }
}

/** Rows that a single value of one field provokes. */
function refuseValues(body: JsonObject, operation: string, { description }: Rulebook): void {
  for (const row of Object.values(description.errors)) {
    const { stimulus } = row;
    if (stimulus.kind !== 'field-value' || stimulus.operation !== operation) continue;
    if (JSON.stringify(own(body, stimulus.field)) === JSON.stringify(stimulus.value)) {
      throw new Refusal(row, { reason: `field ${stimulus.field} has a value that is refused` });
    }
  }
}
