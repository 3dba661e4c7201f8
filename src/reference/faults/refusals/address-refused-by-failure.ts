import { refusingAddresses } from '../refused-addresses.js';

export const fault = refusingAddresses('An invalid address ends in an internal error', () => ({
  status: 500,
}));
