import { linksOf, poolOf, textOf } from '../../description/samples.js';
import type { Description, Field } from '../../description/types.js';
import {
  fieldOf,
  linkParameterOf,
  operationOf,
  replyCausing,
  requestFields,
  shownFields,
} from '../description-lookups.js';

/** Names of the values that messages of the operation are sent with: no two of them are equal in what tells messages apart. */
export function messageValues(description: Description, operation: string): string[] {
  return namesOf(description, leadOf(description, operation, 'content'));
}

/** Names of the values that selections are made with. */
export function selectionValues(description: Description): string[] {
  const select = operationOf(description, 'select');
  return namesOf(description, leadOf(description, select, 'person'));
}

/** Names of the values that employees reply with, so that their event comes. */
export function replyValues(description: Description, event: string): string[] {
  return replyPool(description, event).map(([name]) => moveName(name));
}

/** Every field of the request that has a pool, with a value from it: the first field gets the one of that name. */
export function fieldsWith(
  description: Description,
  operation: string,
  name: string,
): Record<string, unknown> {
  const lead = leadOf(description, operation, 'content') ?? leadOf(description, operation, 'person');
  const at = Math.max(0, namesOf(description, lead).indexOf(name));
  const others = fieldsOf(description, operation).filter(([field]) => field !== lead?.[0]);
  return Object.fromEntries(
    [...(lead ? [lead] : []), ...others].flatMap(([field, rule], offset) => {
      const pool = usualPool(description, rule);
      return pool.length === 0 ? [] : [[field, pool[(at + STRIDE * offset) % pool.length]?.[1]]];
    }),
  );
}

/** What an employee replies with. */
export function replyWith(description: Description, event: string, name: string): Record<string, unknown> {
  const { carries } = replyCausing(description, event);
  const value = replyPool(description, event).find(([sample]) => moveName(sample) === name)?.[1];
  const parameter = poolParameter(description, carries)?.parameter;
  return parameter === undefined ? {} : { [parameter]: value };
}

/** Shifts the samples, so that the fields of a message differ. */
const STRIDE = 4;

/** Names of moves contain no dash, because dashes separate them. */
function moveName(sample: string): string {
  return sample.replaceAll('-', '_');
}

function fieldsOf(description: Description, operation: string): [string, Field][] {
  return requestFields(description, operation).filter(([name]) =>
    shownFields(description, operation).includes(name),
  );
}

function leadOf(
  description: Description,
  operation: string,
  role: 'content' | 'person',
): [string, Field] | undefined {
  const fields = fieldsOf(description, operation);
  const name = fieldOf(fields, role);
  return fields.find(([field]) => field === name);
}

function namesOf(description: Description, lead: [string, Field] | undefined): string[] {
  return lead ? usualPool(description, lead[1]).map(([name]) => moveName(name)) : [];
}

/** The field's pool without values that are known to exceed the limits of some services. */
function usualPool(description: Description, field: Field): [string, unknown][] {
  if (field.pool === 'links') return linksOf(description, { long: false });
  const { texts } = description.samples;
  return poolOf(description, field).filter(([name]) => field.type !== 'string' || !texts[name]?.mayBeRefused);
}

function replyPool(description: Description, event: string): [string, string][] {
  return poolParameter(description, replyCausing(description, event).carries)?.pool ?? [];
}

/** The parameter of a reply that takes values of a pool, and that pool. */
function poolParameter(
  description: Description,
  carries: readonly string[],
): { parameter: string; pool: [string, string][] } | undefined {
  const { freeParameters, texts } = description.samples;
  const free = carries.find((parameter) => freeParameters.includes(parameter));
  if (free !== undefined)
    return {
      parameter: free,
      pool: Object.entries(texts).flatMap(([name, sample]) =>
        sample.mayBeRefused ? [] : [[name, textOf(sample)]],
      ),
    };
  const link = linkParameterOf(description, carries);
  return link === undefined ? undefined : { parameter: link, pool: linksOf(description, { long: false }) };
}
