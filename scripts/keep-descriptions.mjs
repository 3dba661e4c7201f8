/** Last step of the build: reads and checks the descriptions once, for the commands to find them ready. */
import { keep, keptFile } from '../dist/src/description/kept.js';
import { readDescriptions } from '../dist/src/description/read-folder.js';
import { specFolder } from '../dist/src/description/spec-folder.js';

keep(keptFile(), specFolder(), await readDescriptions(specFolder()));
