import { BASE } from './styles/base.js';
import { EVIDENCE } from './styles/evidence.js';
import { LISTS } from './styles/lists.js';
import { MARKS } from './styles/marks.js';
import { PICTURES } from './styles/pictures.js';
import { PRINT } from './styles/print.js';
import { RUNS } from './styles/runs.js';
import { TABLES } from './styles/tables.js';

/** The style sheet of every page. */
export const STYLES = [BASE, MARKS, LISTS, EVIDENCE, TABLES, RUNS, PICTURES, PRINT].join('\n');
