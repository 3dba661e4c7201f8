import { cutAt255, mapTexts } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: "Users' names end after 255 letters",
  hook: ({ recipients }) => ({
    recipients(user, delivers, all) {
      user.card = mapTexts(user.card, cutAt255.alter);
      return recipients(user, delivers, all);
    },
  }),
};
