import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'UTF-16 is read as well',
  hook: ({ parse }) => ({
    parse: (bytes) =>
      bytes[0] === 0xff && bytes[1] === 0xfe
        ? JSON.parse(new TextDecoder('utf-16le').decode(bytes))
        : parse(bytes),
  }),
};
