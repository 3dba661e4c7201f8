import { deliver } from '../../delivery.js';
import type { Message } from '../../model.js';
import type { Fault } from '../fault.js';
import { kindOf, pause } from '../racing.js';

export const fault: Fault = {
  summary:
    'A message that was kept is delivered once more if a destination is selected by the time it is answered',
  hook: ({ move }) => ({
    async move(scene, name, act) {
      const { user } = scene;
      const done = await move(scene, name, act);
      if (kindOf(scene, name) !== 'message' || user.destination) return done;
      const message: Message | undefined = user.kept.at(-1);
      await pause(scene);
      if (message && user.destination) deliver(scene, message, user.destination);
      return done;
    },
  }),
};
