import { composed, mapTexts } from '../alterations.js';
import type { Fault } from '../fault.js';

export const fault: Fault = {
  summary: "Users' names have their letters composed with the accents that follow them",
  hook: ({ recipients }) => ({
    recipients(user, delivers, all) {
      user.card = mapTexts(user.card, composed.alter);
      return recipients(user, delivers, all);
    },
  }),
};
