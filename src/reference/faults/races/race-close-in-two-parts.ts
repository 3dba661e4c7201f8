import type { Fault } from '../fault.js';
import { kindOf, pause } from '../racing.js';

export const fault: Fault = {
  summary:
    'A close takes the destination away after it has ended the conversation, also one that was selected since',
  hook: ({ move }) => ({
    async move(scene, name, act) {
      const done = await move(scene, name, act);
      if (kindOf(scene, name) !== 'close') return done;
      await pause(scene);
      scene.user.destination = null;
      return done;
    },
  }),
};
