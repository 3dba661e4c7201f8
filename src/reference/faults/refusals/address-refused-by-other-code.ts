import { refusingAddresses } from '../refused-addresses.js';

export const fault = refusingAddresses('An invalid address is refused with another code', ({ code }) => ({
  code: code + 10,
}));
