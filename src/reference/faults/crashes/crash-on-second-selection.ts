import { crashing, textOf } from '../crashing.js';

export const fault = crashing(
  'A selection while a destination is selected ends in an internal error without its code',
  (call, account) =>
    call.operation?.rule.kind === 'select' &&
    [...(account?.point.users.values() ?? [])].some(
      ({ id, destination }) => destination !== null && textOf(call).includes(`"${id}"`),
    ),
);
