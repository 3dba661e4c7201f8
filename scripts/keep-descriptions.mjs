/** Last step of the build: what each run would otherwise make anew, the descriptions and the checks of its files. */
import { join } from 'node:path';
import { keep, keptFile } from '../dist/src/description/kept.js';
import { readDescriptions } from '../dist/src/description/read-folder.js';
import { specFolder } from '../dist/src/description/spec-folder.js';
import { keepValidators, keptValidators } from '../dist/src/yaml/kept-validators.js';

const schemas = ['configuration.schema.json', 'baseline.schema.json'];

keep(keptFile(), specFolder(), await readDescriptions(specFolder()));
await keepValidators(
  keptValidators(),
  schemas.map((name) => join(specFolder(), 'schema', name)),
);
