/**
 * The bound: a plain Node script that does the work of a run by hand, as fast as it can. It reads a plan: checks, flows of
 * requests and awaited events, the window in which no more event may come. What conform takes beyond this is its price.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Agent, Pool } from 'undici';

const [planFile, address, outFile] = process.argv.slice(2);
const plan = JSON.parse(await readFile(planFile, 'utf8'));
const pool = new Pool(address, { connections: 32, pipelining: 1 });
const employees = new Agent({ connections: 16 });
const nonce = `b${Date.now().toString(36)}${process.pid}`;
const exchanges = [];
const failures = [];

const events = new Map();
const waiting = new Set();
let catcher;
if (plan.flows) {
  catcher = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    response.end();
    const body = JSON.parse(text);
    const key = `${at(body, plan.event.user)} ${at(body, plan.event.name)}`;
    events.set(key, (events.get(key) ?? 0) + 1);
    for (const wake of waiting) wake();
  });
  await new Promise((resolve) => catcher.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${catcher.address().port}/hook`;
  for (const address of plan.addresses)
    await send({ ...address, body: address.body.replace(plan.addressMark, url) });
}

const watches = [];
const flows = (plan.flows ?? []).map(async (flow) => {
  for (const step of flow) {
    if (step.send) await send(step.send);
    else if (step.act) await act(step.act);
    else if (step.watch) watches.push({ ...step.watch, since: Date.now() });
    else await arrival(step.until);
  }
});
await Promise.all([...flows, ...plan.checks.map(send)]);
if (watches.length > 0) {
  const left = Math.max(...watches.map(({ since }) => since)) + plan.windowMs - Date.now();
  await new Promise((resolve) => setTimeout(resolve, left));
  for (const { event, user, times } of watches)
    if (count(user, event) !== times)
      failures.push(`${event} for ${user}: ${count(user, event)}, not ${times}`);
}
await Promise.all([pool.close(), employees.close()]);
catcher?.close();
catcher?.closeAllConnections();
await writeFile(outFile, JSON.stringify({ exchanges, failures }));
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

async function send({ id, path, headers, body, status, schema }) {
  const own = body?.replaceAll(plan.nonce, nonce) ?? null;
  const response = await pool.request({ method: 'POST', path, headers, body: own });
  const text = await response.body.text();
  exchanges.push({ id, path, headers, body: own, status: response.statusCode, answer: text });
  if (response.statusCode !== status) failures.push(`${id}: status ${response.statusCode}`);
  else if (!fits(JSON.parse(text), schema)) failures.push(`${id}: ${text}`);
}

async function act({ url, method, headers, body }) {
  const response = await employees.request({
    ...{ origin: new URL(url).origin, path: url.slice(new URL(url).origin.length), method, headers },
    body: body.replaceAll(plan.nonce, nonce),
  });
  await response.body.dump();
  if (response.statusCode >= 300) failures.push(`${url}: status ${response.statusCode}`);
}

function fits(value, { type, required = [], properties = {}, items, enum: allowed, pattern }) {
  if (allowed && !allowed.includes(value)) return false;
  if (pattern && !new RegExp(pattern).test(value)) return false;
  if (type === 'integer' ? !Number.isInteger(value) : type && kindOf(value) !== type) return false;
  if (items && !value.every((item) => fits(item, items))) return false;
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    Object.entries(properties).every(
      ([name, schema]) => !Object.hasOwn(value, name) || fits(value[name], schema),
    )
  );
}

function kindOf(value) {
  return Array.isArray(value) ? 'array' : typeof value;
}

function arrival({ event, user, times }) {
  return new Promise((resolve) => {
    const look = () => {
      if (count(user, event) < times) return;
      waiting.delete(look);
      resolve();
    };
    waiting.add(look);
    look();
  });
}

function count(user, event) {
  return events.get(`${user.replaceAll(plan.nonce, nonce)} ${event}`) ?? 0;
}

function at(value, pointer) {
  return pointer
    .split('/')
    .slice(1)
    .reduce((inner, name) => inner?.[name], value);
}
