import { crashing, textOf } from '../crashing.js';

export const fault = crashing('A name given twice ends in an internal error without its code', (call) =>
  /^\{("[^"]*"):.*,\1:/s.test(textOf(call)),
);
