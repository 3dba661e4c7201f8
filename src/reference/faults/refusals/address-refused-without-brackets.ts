import { refusingAddresses } from '../refused-addresses.js';

export const fault = refusingAddresses(
  'An invalid address is refused without brackets around it',
  ({ message }) => ({ message: message.replace('[$url]', '$url') }),
);
