import type { Ajv, ValidateFunction } from 'ajv';

/** A validator of a JSON Schema's text, with the Ajv instance that made it. Ajv is loaded only here. */
export async function compileSchema(text: string): Promise<{ ajv: Ajv; validate: ValidateFunction }> {
  const { Ajv } = await import('ajv');
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    // It compiles once and validates a few files: short code matters more than quick code.
    inlineRefs: false,
    code: { optimize: false, source: true },
  });
  return { ajv, validate: ajv.compile(JSON.parse(text)) };
}
