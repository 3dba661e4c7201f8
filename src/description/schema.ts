import { schemaCheck } from '../yaml/schema-check.js';

/** Mistakes of a file, or of a merged whole, against the JSON Schema of descriptions. */
export const checkSchema = schemaCheck('description.schema.json');
