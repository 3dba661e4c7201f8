import { crashing, textOf } from '../crashing.js';

export const fault = crashing('A body that is no object ends in an internal error without its code', (call) =>
  /^(?:\[.*\]|".*"|\d+|true|null)$/.test(textOf(call)),
);
