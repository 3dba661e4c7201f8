import type { ErrorRow } from '../description/types.js';
import type { Call, Reply } from './call.js';
import { check, rulesOf } from './checks.js';
import { handlers } from './handlers.js';
import { isObject, type JsonObject } from './json.js';
import { messageOf, Refusal, type RefusalValues } from './refusal.js';
import { fillTemplate } from './template.js';
import type { World } from './world.js';

/** Answers one request: success, or a row of the error table. Never throws. */
export async function answer(world: World, call: Call): Promise<Reply> {
  const { witness, clock, dialect } = world;
  const { delayMs } = dialect.response;
  const begun = witness?.begins();
  const began = witness ? clock.now() : 0;
  const reply = world.hooks.respond(await decide(world, call), call);
  if (begun) witness?.exchange({ begun, call, reply, tookMs: clock.now() - began + delayMs });
  await clock.sleep(delayMs);
  return reply;
}

/** A row of the error table as an answer. */
export function refuse(world: World, call: Call, due: ErrorRow, values: RefusalValues = {}): Reply {
  const { template, codeAs } = world.dialect.error;
  const row = world.hooks.row(due, call);
  const code = codeAs === 'digits' ? String(row.code) : row.code;
  const message = messageOf(row, values, call);
  const shaped = fillTemplate(template, { code, message });
  const refused = { code: row.code, message, section: row.section };
  return { ...reply(world, call, row.status, false, shaped as JsonObject), refused };
}

async function decide(world: World, call: Call): Promise<Reply> {
  try {
    const checked = check(world, call);
    const { rules, operation } = checked;
    return reply(
      world,
      call,
      rules.description.http.successStatus,
      true,
      await handlers[operation.rule.kind](world, checked),
    );
  } catch (error) {
    if (error instanceof Refusal) return refuse(world, call, error.row, error.values);
    return refuse(world, call, rulesOf(world, call).row('none'));
  }
}

function reply(world: World, call: Call, status: number, success: boolean, fields: JsonObject): Reply {
  const flag = rulesOf(world, call).description.success.field;
  const { contentType, keepAlive, idleMs, furtherFields } = world.dialect.response;
  const headers = {
    ...(contentType !== null && { 'content-type': contentType }),
    // Said here, the server does not add for how long: clients find out.
    ...(!keepAlive ? { connection: 'close' } : idleMs < 1_000 && { connection: 'keep-alive' }),
  };
  const body = { [flag]: success, ...fields };
  return { status, headers, body: furtherFields === 'everywhere' ? withMore(body) : body };
}

/** The object and the objects in its lists, each with fields that nobody asked for. */
function withMore(value: JsonObject): JsonObject {
  const inner = Object.entries(value).map(([name, member]) => [
    name,
    Array.isArray(member) ? member.map((each) => (isObject(each) ? withMore(each) : each)) : member,
  ]);
  return { trace: { code: 0, message: 'see the log' }, ...Object.fromEntries(inner), links: [] };
}
