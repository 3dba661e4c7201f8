import type { Hooks } from '../../hooks.js';
import type { Scene } from '../../world.js';

/** Knows whose move is made, for hooks that are not told: `move` goes among the hooks of the fault. */
export function currentScene({ move }: Pick<Hooks, 'move'>): {
  move: Hooks['move'];
  scene: () => Scene | null;
} {
  let here: Scene | null = null;
  return {
    scene: () => here,
    move: (scene, name, act) =>
      move(scene, name, () => {
        here = scene;
        return act();
      }),
  };
}
