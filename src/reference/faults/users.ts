import type { Hooks } from '../service-context.js';
import type { Defect, NamedFault } from './fault.js';

/** User identifiers that are not compared as they are. */
export const faults: readonly NamedFault[] = [
  {
    name: 'users-accents-dropped',
    summary: 'User identifiers are compared without accents',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  {
    name: 'users-as-numbers',
    summary: 'User identifiers of digits alone are numbers of double precision',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => (/^\d+$/.test(userId) ? String(Number(userId)) : userId)),
  },
  {
    name: 'users-blanks-collapsed',
    summary: 'Several blanks in a user identifier count as one',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replace(/\s+/g, ' ')),
  },
  {
    name: 'users-case-folded',
    summary: 'User identifiers are compared without regard to case',
    kills: ['employee/exact-user/*'],
    ...comparing((userId) => userId.toLowerCase()),
  },
  {
    name: 'users-case-folded-beyond-ascii',
    summary: 'User identifiers are compared without regard to case where they are not of ASCII alone',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replace(/[^\0-\x7f]+/g, (letters) => letters.toLowerCase())),
  },
  {
    name: 'users-blanks-alike',
    summary: 'All kinds of blanks are one in user identifiers',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replace(/\s/g, ' ')),
  },
  {
    name: 'users-composed',
    summary: 'User identifiers are compared in one normal form',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.normalize('NFC')),
  },
  {
    name: 'users-cut-at-255',
    summary: 'User identifiers end after 255 letters',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.slice(0, 255)),
  },
  {
    name: 'users-cut-at-colon',
    summary: 'User identifiers end at a colon',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replace(/:.*/, '')),
  },
  {
    name: 'users-cut-at-query',
    summary: 'User identifiers end at a question mark',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replace(/\?.*/, '')),
  },
  {
    name: 'users-cut-at-slash',
    summary: 'User identifiers end at a slash',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replace(/\/.*/, '')),
  },
  {
    name: 'users-wide-folded',
    summary: 'Wide letters of user identifiers count as usual ones',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) =>
      userId.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
    ),
  },
  {
    name: 'users-zero-width-dropped',
    summary: 'Characters without a width do not count in user identifiers',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replace(/[\u200B-\u200D\uFEFF]/g, '')),
  },
  {
    name: 'users-emoji-alike',
    summary: 'Signs beyond the basic plane are one in user identifiers',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    name: 'users-entities-decoded',
    summary: 'Entities of HTML are decoded in user identifiers',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replaceAll('&amp;', '&')),
  },
  {
    name: 'users-form-decoded',
    summary: 'User identifiers are decoded as in a form',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replaceAll('+', ' ')),
  },
  {
    name: 'users-leading-zeros-dropped',
    summary: 'User identifiers lose their leading zeros',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replace(/^0+/, '')),
  },
  {
    name: 'users-percent-decoded',
    summary: 'User identifiers are decoded as in an address',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replaceAll('%20', ' ')),
  },
  {
    name: 'users-share-state',
    summary: 'All users of a contact point are one',
    kills: ['routing/**', 'employee/exact-user/*'],
    ...comparing(() => ''),
  },
  {
    name: 'users-trimmed-at-end',
    summary: 'User identifiers lose the blanks at their end',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.trimEnd()),
  },
  {
    name: 'users-trimmed-in-events',
    summary: 'Events name users without the blanks at the ends of their identifiers',
    kills: ['routing/exact-user-*'],
    hook: ({ notify }) => ({
      notify: (event) => notify({ ...event, user: { ...event.user, id: event.user.id.trim() } }),
    }),
  },
  {
    name: 'users-trimmed',
    summary: 'User identifiers lose the blanks at their ends',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.trim()),
  },
  {
    name: 'users-unescaped',
    summary: 'User identifiers lose their backslashes',
    kills: ['{employee,routing}/exact-user-*'],
    ...comparing((userId) => userId.replaceAll('\\', '')),
  },
];

/** The service knows users by what is made of their identifiers. */
function comparing(userKey: Hooks['userKey']): Defect {
  return { hook: () => ({ userKey }) };
}
