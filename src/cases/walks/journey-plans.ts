import type { Case } from '../types.js';
import type { Shares } from './interest.js';
import { FIRST, FOURTH, type Move, NAMESAKE, type Participant, SECOND, THIRD } from './moves.js';

/** What a journey goes through. */
export interface JourneyPlan {
  /** The last part of the case's id. */
  name: string;
  /** What it is about, to follow "a journey of N moves". */
  about: string;
  participants: readonly Participant[];
  /** Destinations that it selects among. */
  destinations: number;
  moves: number;
  /** What it consists of, where that is not the usual. */
  shares?: Shares;
  /** Moves around the conversations that it makes. */
  around?: readonly Move['kind'][];
  /**
   * How it begins. `early`: a selection, replies, and then many messages. `crowd`: everybody has the same destination,
   * its employees log out if the journey has logouts, everybody writes, and they log in. `tour`: a user has a
   * conversation at each destination. `unheard`: everybody has a destination, and gets replies while no address is set.
   */
  opening?: 'early' | 'crowd' | 'tour' | 'unheard';
  /**
   * What is looked at in inboxes: everything that requests say, which they must show (`all`) or need not (`shown`); or the
   * order, too.
   */
  sees: 'shown' | 'all' | 'order';
  users?: Case['users'];
  /**
   * It happens at the second contact point: `heard`, which is given an address of the run; else just responses and inboxes
   * are looked at.
   */
  atSecondPoint?: 'heard' | 'unheard';
}

const TWO = [FIRST, SECOND];
const ALL = [FIRST, SECOND, THIRD, FOURTH];

/** The journeys of each version, each about what may go wrong only after a long time, or in combination. */
export const JOURNEYS: readonly JourneyPlan[] = [
  {
    name: 'of-one-user',
    about: 'one user at one destination',
    participants: [FIRST],
    destinations: 1,
    moves: 36,
    sees: 'shown',
  },
  {
    name: 'through-reads-and-refusals',
    about: 'one user at two destinations, with reads and refused requests between all that happens',
    participants: [FIRST],
    destinations: 2,
    moves: 52,
    shares: { read: 0.35, refused: 0.2 },
    sees: 'shown',
  },
  {
    name: 'of-two-users',
    about: 'two users at two destinations, with all that is shown of them',
    participants: TWO,
    destinations: 2,
    moves: 42,
    sees: 'all',
  },
  {
    name: 'at-three-destinations',
    about: 'three users at three destinations, with all that is shown of them',
    participants: [FIRST, SECOND, THIRD],
    destinations: 3,
    moves: 46,
    opening: 'tour',
    sees: 'all',
  },
  {
    name: 'of-similar-users',
    about: 'four users whose ids are nearly the same',
    participants: ALL,
    destinations: 2,
    moves: 44,
    opening: 'crowd',
    sees: 'all',
    users: { a: '{user}X', b: '{user}x', c: '0{digits}', d: '{digits}' },
  },
  {
    name: 'at-two-contact-points',
    about: 'a user, and one of the same id at another contact point',
    participants: [FIRST, NAMESAKE],
    destinations: 1,
    moves: 32,
    sees: 'all',
  },
  {
    name: 'after-early-selection',
    about: 'a selection before the first message, many messages, and what follows',
    participants: [FIRST],
    destinations: 1,
    moves: 42,
    opening: 'early',
    sees: 'shown',
  },
  {
    name: 'through-log-outs',
    about: 'four users at two destinations whose employees log out and in',
    participants: ALL,
    destinations: 2,
    moves: 40,
    around: ['presence'],
    opening: 'crowd',
    sees: 'all',
  },
  {
    name: 'in-order',
    about:
      'three users at two destinations whose employees log out and in, and see messages in order, once each',
    participants: [FIRST, SECOND, THIRD],
    destinations: 2,
    moves: 28,
    around: ['presence'],
    sees: 'order',
  },
  {
    name: 'through-addresses',
    about: 'two users while the webhook address is set, cleared and set again',
    participants: TWO,
    destinations: 1,
    moves: 34,
    around: ['address', 'presence'],
    opening: 'unheard',
    sees: 'shown',
  },
  {
    name: 'at-second-contact-point',
    about: 'two users at another contact point, with all that is shown of them',
    participants: TWO,
    destinations: 1,
    moves: 38,
    sees: 'all',
    atSecondPoint: 'unheard',
  },
  {
    name: 'heard-at-second-contact-point',
    about: 'two users at another contact point, which has an address of its own',
    participants: TWO,
    destinations: 1,
    moves: 34,
    sees: 'shown',
    atSecondPoint: 'heard',
  },
  {
    name: 'through-hours',
    about: 'two users at two destinations, with all that is shown of them, while hours pass',
    participants: TWO,
    destinations: 2,
    moves: 36,
    around: ['clock'],
    sees: 'all',
  },
  {
    name: 'through-hours-and-log-outs',
    about: 'two users at two destinations whose employees log out and in, while hours pass',
    participants: TWO,
    destinations: 2,
    moves: 36,
    around: ['clock', 'presence'],
    opening: 'crowd',
    sees: 'shown',
  },
  {
    name: 'through-hours-at-second-contact-point',
    about: 'two users at another contact point, which has an address of its own, while hours pass',
    participants: TWO,
    destinations: 1,
    moves: 32,
    around: ['clock'],
    sees: 'shown',
    atSecondPoint: 'heard',
  },
];
