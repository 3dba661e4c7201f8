/** Label of the address that is set for the whole run. */
export const MAIN_ADDRESS = 'main';

/** An address of the catcher that was set for a contact point under a version; wall clock, milliseconds. */
interface Setting {
  label: string;
  key: string;
  version: string;
  /** When the request left, and when it was answered; null: never, so that it may have set the address, or not. */
  left: number;
  answered: number | null;
}

/**
 * Which address of the catcher belonged to which contact point, and when. It is kept by version, because an address may
 * hold for one version or for all.
 */
export class AddressLog {
  private readonly settings: Setting[] = [];
  /** When another one was sure to be set for the same contact point and version. Kept, because every event of a run asks. */
  private readonly ends = new Map<Setting, number>();
  /** When an address that should have been refused was accepted, by contact point; wall clock, milliseconds. */
  private readonly mistaken: { key: string; at: number }[] = [];
  /** When requests to set an address were refused, by contact point; wall clock, milliseconds. */
  private readonly refusals: { key: string; at: number }[] = [];
  /** Keys of the contact points that a user wrote to. */
  private readonly keys = new Map<string, Set<string>>();
  private readonly hearing = new Set<string>();
  /** Keys of the contact points that an address was sent to, whether or not it has been answered yet. */
  private readonly offered = new Map<string, Set<string>>();

  set(setting: Setting): void {
    this.settings.push(setting);
    this.ends.clear();
  }

  /** The address is about to be set for a contact point. */
  offers(label: string, key: string): void {
    this.offered.set(label, (this.offered.get(label) ?? new Set()).add(key));
  }

  /** Whether a case of this run set the address, for whichever contact point. */
  hasBeenSet(label: string): boolean {
    return this.settings.some(
      (setting) => setting.label === label && setting.left > 0 && setting.answered !== null,
    );
  }

  /** When the run first asked to set the address; wall clock, milliseconds. Infinity: never. */
  firstSetAt(label: string): number {
    return this.settings.find((setting) => setting.label === label)?.left ?? Number.POSITIVE_INFINITY;
  }

  /** The address of the catcher that this run last set for a contact point; undefined: none. */
  lastOf(key: string): string | undefined {
    return this.settings.findLast((setting) => setting.key === key)?.label;
  }

  /** The target accepted an address that it should have refused, so events may go there until the next one is set. */
  tookInvalid(key: string, at: number): void {
    this.mistaken.push({ key, at });
  }

  /** Whether such an address has been accepted since then for a contact point that the user wrote to. */
  hasTakenInvalid(user: string, since: number): boolean {
    return this.mistaken.some(({ key, at }) => at >= since && this.keys.get(user)?.has(key));
  }

  /** A request to set the contact point's address was refused, which must change nothing (section 7, code 5). */
  wasRefused(key: string, at: number): void {
    this.refusals.push({ key, at });
  }

  /**
   * Whether an address has received something since it was set, but nothing any more since a request to set another one at
   * its contact point was refused before this moment.
   * @param cameAt when anything last came to the address, wall clock, milliseconds; undefined: nothing ever did
   */
  isSilentSinceRefusal(label: string, moment: number, cameAt = Number.NEGATIVE_INFINITY): boolean {
    const setting = this.settings.findLast((each) => each.label === label && each.left <= moment);
    if (setting === undefined || cameAt < setting.left) return false;
    return this.refusals.some(({ key, at }) => key === setting.key && at > cameAt && at < moment);
  }

  wrote(user: string, key: string): void {
    const known = this.keys.get(user);
    if (known) known.add(key);
    else this.keys.set(user, new Set([key]));
  }

  /**
   * Whether what came to the address for this user may have come from a contact point that the other one wrote to: by whose
   * address it is, or, if that is not known, by where both wrote.
   */
  isOfPointOf(label: string, user: string, other: string): boolean {
    const keys = this.keys.get(other);
    const isOfOthers = this.isOfOthers(label, other);
    return isOfOthers === null ? [...(this.keys.get(user) ?? [])].some((key) => keys?.has(key)) : !isOfOthers;
  }

  /** Whether the user wrote to the contact point with this key. */
  wroteTo(user: string, key: string): boolean {
    return this.keys.get(user)?.has(key) === true;
  }

  /** How many contact points a user wrote to. */
  pointsOf(user: string): number {
    return this.keys.get(user)?.size ?? 0;
  }

  /** The user's case set the address of a further contact point to hear of what is done there. */
  hears(user: string): void {
    this.hearing.add(user);
  }

  /**
   * Whether the address is this contact point's, where the user wrote, but the case looks at other contact points alone: what
   * comes there tells nothing of the user's conversations here.
   */
  isAside(point: string | null, label: string, user: string): boolean {
    return (
      point !== null &&
      this.keys.get(user)?.has(point) === true &&
      !this.hearing.has(user) &&
      this.offered.get(label)?.has(point) === true
    );
  }

  /**
   * Whether an address was sent only for contact points that the user never wrote to; null: it is not known where the user
   * wrote, or the run did not send the address.
   */
  isOfOthers(label: string, user: string): boolean | null {
    const [keys, owners] = [this.keys.get(user), this.offered.get(label)];
    return keys && owners ? [...owners].every((owner) => !keys.has(owner)) : null;
  }

  /** Whether a contact point got no other address since this one, under whatever version. */
  isCurrent(label: string): boolean {
    return this.settings.some((setting) => setting.label === label && this.lastOf(setting.key) === label);
  }

  /** Whether, at any moment between the two, the address was the current one of a contact point that the user wrote to. */
  wasCurrent(label: string, user: string, from: number, to: number): boolean {
    const keys = this.keys.get(user);
    if (!keys) return true;
    return this.settings.some((setting) => {
      if (setting.label !== label || !keys.has(setting.key) || setting.left > to) return false;
      return this.endOf(setting) >= from;
    });
  }

  /** The addresses that were current at this moment for contact points that the user wrote to. */
  currentFor(user: string, at: number): readonly string[] {
    const keys = this.keys.get(user);
    return this.settings
      .filter((setting) => keys?.has(setting.key) && setting.left <= at && at <= this.endOf(setting))
      .map(({ label }) => label);
  }

  private endOf(setting: Setting): number {
    const known = this.ends.get(setting);
    if (known !== undefined) return known;
    const next = this.settings.find(
      ({ key, version, left, answered }) =>
        key === setting.key && version === setting.version && left > setting.left && answered !== null,
    );
    const end = next?.answered ?? Number.POSITIVE_INFINITY;
    this.ends.set(setting, end);
    return end;
  }
}
