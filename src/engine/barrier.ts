/**
 * Lets cases that change the same thing of the deployment walk abreast: each step begins when every one that is left has
 * come to it. So cases that set the same addresses one after the other cost as much time as one of them.
 */
export class Barrier {
  private walking = 0;
  private waiting: (() => void)[] = [];
  private left: (() => void)[] = [];

  join(): void {
    this.walking += 1;
  }

  /** Resolves when all that walk are here. */
  arrive(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.goOn();
    });
  }

  /** Resolves when all have left: only then may what they rely on be put back. */
  leave(): Promise<void> {
    this.walking -= 1;
    return new Promise((resolve) => {
      this.left.push(resolve);
      this.goOn();
    });
  }

  private goOn(): void {
    if (this.waiting.length < this.walking) return;
    const next = this.walking === 0 ? this.left : this.waiting;
    for (const resolve of next.splice(0)) resolve();
  }
}
