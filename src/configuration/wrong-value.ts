/** A value that cannot be taken; whoever knows where it came from adds the place. */
export class WrongValue extends Error {
  override name = 'WrongValue';
  constructor(what: string, right: string) {
    super(`${what}; ${right}`);
  }
}
