import type { User } from '../../model.js';
import type { Fault } from '../fault.js';
import { kindOf, pause } from '../racing.js';

export const fault: Fault = {
  summary: 'Two messages of a user at once are given the same id',
  hook: ({ move, messageId }) => {
    const next = new WeakMap<User, string>();
    let taken: string | null = null;
    return {
      async move(scene, name, act) {
        if (kindOf(scene, name) !== 'message') return move(scene, name, act);
        const { user, world } = scene;
        const id = next.get(user) ?? world.random.uuid();
        next.set(user, id);
        await pause(scene);
        next.set(user, world.random.uuid());
        taken = id;
        return move(scene, name, act);
      },
      messageId: (fresh) => messageId(taken ?? fresh),
    };
  },
};
