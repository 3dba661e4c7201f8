import type { ErrorRow } from '../../description/types.js';
import { isObject } from '../../json.js';
import { fillTemplate } from '../dialect/dialect.js';
import type { ServiceContext } from '../service-context.js';
import { type Call, type JsonObject, messageOf, Refusal, type RefusalValues, type Reply } from './call.js';
import { checkCall, rulesOf } from './check-call.js';
import { handlers } from './handlers.js';

/** Answers one request: success, or a row of the error table. Never throws. */
export async function answer(context: ServiceContext, call: Call): Promise<Reply> {
  const { observer, clock, dialect } = context;
  const { delayMs } = dialect.response;
  const begun = observer?.begins();
  const began = observer ? clock.now() : 0;
  const reply = context.hooks.respond(await decide(context, call), call);
  if (begun) observer?.exchange({ begun, call, reply, tookMs: clock.now() - began + delayMs });
  await clock.sleep(delayMs);
  return reply;
}

/** A row of the error table as a response. */
export function refuse(
  context: ServiceContext,
  call: Call,
  due: ErrorRow,
  values: RefusalValues = {},
): Reply {
  const { template, codeAs } = context.dialect.error;
  const row = context.hooks.row(due, call);
  const code = codeAs === 'digits' ? String(row.code) : row.code;
  const message = messageOf(row, values, call);
  const shaped = fillTemplate(template, { code, message });
  const refused = { code: row.code, message, section: row.section };
  return { ...reply(context, call, row.status, false, shaped as JsonObject), refused };
}

async function decide(context: ServiceContext, call: Call): Promise<Reply> {
  try {
    const checked = checkCall(context, call);
    const { rules, operation } = checked;
    return reply(
      context,
      call,
      rules.description.http.successStatus,
      true,
      await handlers[operation.rule.kind](context, checked),
    );
  } catch (error) {
    if (error instanceof Refusal) return refuse(context, call, error.row, error.values);
    return refuse(context, call, rulesOf(context, call).row('none'));
  }
}

function reply(
  context: ServiceContext,
  call: Call,
  status: number,
  success: boolean,
  fields: JsonObject,
): Reply {
  const flag = rulesOf(context, call).description.success.field;
  const { contentType, keepAlive, idleMs, furtherFields } = context.dialect.response;
  const headers = {
    ...(contentType !== null && { 'content-type': contentType }),
    // Set here, so that the server does not announce how long: clients find out.
    ...(!keepAlive ? { connection: 'close' } : idleMs < 1_000 && { connection: 'keep-alive' }),
  };
  const body = { [flag]: success, ...fields };
  return { status, headers, body: furtherFields === 'everywhere' ? withMore(body) : body };
}

/** The object and the objects in its lists, each with undocumented fields added. */
function withMore(value: JsonObject): JsonObject {
  const inner = Object.entries(value).map(([name, member]) => [
    name,
    Array.isArray(member) ? member.map((each) => (isObject(each) ? withMore(each) : each)) : member,
  ]);
  return { trace: { code: 0, message: 'see the log' }, ...Object.fromEntries(inner), links: [] };
}
