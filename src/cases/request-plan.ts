import type { PlainReasonCode } from '../reasons.js';

/** The main key changed a little, so that nobody has it. */
export type KeyChange =
  /** With more after it, or before it. */
  | 'longer'
  | 'longer-before'
  /** Without its last character, its second half, its first character. */
  | 'cut-at-end'
  | 'cut-in-half'
  | 'cut-at-start'
  /** With another character in place of the last, the middle or the first one. */
  | 'other-at-end'
  | 'other-inside'
  | 'other-at-start'
  /** Its letters in the other case, or a blank at either end. */
  | 'other-case'
  | 'blank-before'
  | 'blank-after';

/** A key as given; nobody has it. */
export interface LiteralKey {
  literal: string;
}

/** The main key with a text appended; nobody has it. */
export interface LongerKey {
  longerBy: string;
}

/** The key of the second contact point changed a little, so that nobody has it. */
export interface ChangedSecondKey {
  ofSecond: KeyChange;
}

export type KeyChoice =
  | 'main'
  | 'second'
  | 'unset'
  | 'restricted'
  | 'unregistered'
  | KeyChange
  | 'none'
  | 'empty'
  | 'twice';

/** Label of a user of the case; the run gives each label of each case an id of its own. `A` is `a` in different letter case. */
export type UserLabel = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'A';

export type BodyPlan =
  /**
   * Every documented field with a valid value, then the one deviation. `like`: the fields of the request of that name,
   * except for those that are set.
   */
  | {
      kind: 'documented';
      set?: Record<string, unknown>;
      /** The same with placeholders: the case's, and `{destination}`, the id of the destination. */
      filled?: Record<string, unknown>;
      /** A field whose digits are sent as a number; if it is not a number, another one is. */
      asNumber?: string;
      without?: string;
      grown?: Grown;
      like?: string;
      /** Members that no interface lists. */
      more?: Record<string, unknown>;
      spelling?: string;
    }
  /** From the dialect: the shape is not shown. */
  | { kind: 'dialect'; address?: NamedAddress; spelling?: string }
  /** The documented (or dialect's) JSON text, broken or rewritten by the named mutation. */
  | { kind: 'mutated'; mutation: string }
  | { kind: 'literal'; text: string }
  | { kind: 'none' };

/** What a request names as an address: one of the catcher's, a text, or a JSON value other than a text. */
export type NamedAddress = LabelledAddress | { literal: string } | { value: unknown };

/** An address by its label; `instead`: it is not the catcher's, but this one. */
export interface LabelledAddress {
  label: string;
  instead?: string;
}

/** A field made as large as `size`: characters of a text, entries of a map, a number itself. */
export interface Grown {
  field: string;
  size: number;
}

export interface RequestPlan {
  operation: string;
  body: BodyPlan;
  /** Default `main`. */
  key?: KeyChoice | LiteralKey | LongerKey | ChangedSecondKey;
  /** Default `a`. */
  user?: UserLabel;
  /** Default: the destination chosen for the case; `foreign`: one that only the second contact point has. */
  destination?: 'chosen' | 'other' | 'unlisted' | 'foreign' | Nth;
  /** Path segment instead of the case's version. */
  version?: string;
  method?: string;
  path?: PathChange;
  /** Where the key is instead of the query. */
  keyIn?: 'authorization' | 'header' | 'body';
  /** Rewrites the query. */
  query?:
    | 'encoded-key'
    | 'parameter-before'
    | 'parameter-after'
    | 'longer-name'
    | 'longer-name-before'
    | 'upper-name'
    | 'other-name';
  /** Instead of the documented one; null: none. */
  contentType?: string | null;
  chunked?: true;
  /** The body in two parts, with a pause between them. */
  inParts?: true;
  /** Plain HTTP instead of the target's scheme. */
  plain?: 'own-port' | 'port-80';
}

/** Rewrites the path: the operation's segment, what is around it, or the version's. */
export type PathChange =
  | 'trailing-slash'
  | 'double-slash'
  | 'upper-case'
  | 'further-segment'
  | 'extension'
  | 'matrix-parameter'
  | 'longer-operation'
  | 'encoded-operation'
  | 'longer-version'
  | 'further-version'
  | 'undotted-version'
  | 'no-version';

export type Expectation =
  | { kind: 'accepted' }
  /** One of these rows of the error table, by row id; which one may fill a gap. */
  | { kind: 'refused'; rows: string[]; gap?: string; about?: About }
  /** A row of the table or a success; which one fills the gap, if it is one. */
  | {
      kind: 'documented';
      gap?: string;
      refusal?: string[];
      about?: About;
      /** Limits are not shown: whatever is in front of the service may have its own, which is recorded. */
      bounded?: true;
    }
  /** What the restricted account may do does not change: its list comes if it came at first; else one of these rows may. */
  | { kind: 'as-at-first'; refusal: string[] }
  /** Whatever comes fills the gap. */
  | { kind: 'anything'; gap: string; about?: About; seeks?: Sought[] }
  /** Anything but these rows, by row id; what a response by one of them says about the target. */
  | { kind: 'not'; rows: string[]; gap?: string; otherwise: { code: PlainReasonCode; text: string } }
  /** Anything but a success; `how` the request was sent, which no service supports, and what a success of it violates. */
  | { kind: 'no-success'; how: string; code: 'plain-http' | 'accepted' };

/** What a response may contain anywhere: a field of the request of that name. */
export interface Sought {
  of: string;
  field: string;
}

/** What a response shows: observations of one gap about one thing make one line, with their parts listed by the answer. */
export interface About {
  of?: string;
  part: string;
  /** What a success and a refusal mean; default: the response speaks for itself. */
  accepted?: string;
  refused?: string;
  /** What a refusal means, by row id. */
  byRow?: Record<string, string>;
  /** Parts with this in common are left out if all of them got the same answer. */
  among?: string;
}

/** One of the destinations whose employees are online, in the order listed but for the chosen one, which is 0. */
export type Nth = number;
