import { asciiOnly, mapTexts } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: "Users' names have question marks in place of letters beyond ASCII",
  hook: ({ recipients }) => ({
    recipients(user, delivers, all) {
      user.card = mapTexts(user.card, asciiOnly.alter);
      return recipients(user, delivers, all);
    },
  }),
};
