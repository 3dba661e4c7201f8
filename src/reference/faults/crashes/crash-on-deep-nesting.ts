import { crashing, textOf } from '../crashing.js';

export const fault = crashing('A deeply nested body ends in an internal error without its code', (call) =>
  textOf(call).includes('['.repeat(100)),
);
