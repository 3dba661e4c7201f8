import { isObject } from '../../json.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: 'Escapes stay as they are written in the texts of a body',
  hook: ({ parse }) => ({
    parse(bytes) {
      const value = parse(bytes);
      const raw = parse(Buffer.from(new TextDecoder().decode(bytes).replaceAll('\\u', '\\\\u')));
      if (!isObject(value) || !isObject(raw)) return value;
      // Names are read as they are meant: the members stand in the same order.
      const texts = Object.values(raw);
      return Object.fromEntries(
        Object.entries(value).map(([name, one], at) => [name, typeof one === 'string' ? texts[at] : one]),
      );
    },
  }),
};
