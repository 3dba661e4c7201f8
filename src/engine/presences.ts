/** Whether the run last logged employees of a destination in or out, by the key of the contact point. */
export class Presences {
  private readonly known = new Map<string, boolean>();

  note(key: string, destination: string, online: boolean): void {
    this.known.set(JSON.stringify([key, destination]), online);
  }

  /** Undefined: neither. */
  last(key: string, destination: string): boolean | undefined {
    return this.known.get(JSON.stringify([key, destination]));
  }

  /** The run has logged them out, and not in again. */
  isOut(key: string, destination: string): boolean {
    return this.last(key, destination) === false;
  }
}
