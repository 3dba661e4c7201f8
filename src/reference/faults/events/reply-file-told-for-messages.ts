import { unasked } from '../unasked.js';

export const fault = unasked(
  "A user's message is told to the integrator as if an employee had sent a file",
  1,
);
