import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Destinations show as online when nobody is',
  hook: ({ presence }) => ({ presence: (destination) => !presence(destination) }),
};
