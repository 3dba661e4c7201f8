import { refusingAddresses } from '../refused-addresses.js';

export const fault = refusingAddresses('An invalid address is refused without a reason', ({ message }) => ({
  message: message.replace(/: \$reason$/, ''),
}));
