import { htmlEscaped, mapTexts } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: "Users' names have entities of HTML in place of signs",
  hook: ({ recipients }) => ({
    recipients(user, delivers, all) {
      user.card = mapTexts(user.card, htmlEscaped.alter);
      return recipients(user, delivers, all);
    },
  }),
};
