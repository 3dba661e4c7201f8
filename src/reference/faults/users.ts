import type { Hooks } from '../service-context.js';
import type { FaultHook, NamedFault } from './fault.js';

/** User identifiers that are not compared exactly. */
export const faults: readonly NamedFault[] = [
  {
    name: 'history-of-users-in-any-case',
    summary: 'Employees see earlier conversations of users whose ids differ in case alone',
    kills: ['storage/history-of-user-*'],
    hook: sharingHistories((own, other) => own.toLowerCase() === other.toLowerCase()),
  },
  {
    name: 'history-of-users-by-pattern',
    summary: 'An underscore in a user id stands for any character where earlier conversations are looked up',
    kills: ['storage/history-of-user-*'],
    hook: sharingHistories(
      (own, other) =>
        own.length === other.length && [...own].every((sign, at) => sign === '_' || sign === other[at]),
    ),
  },
  {
    name: 'users-accents-dropped',
    summary: 'User identifiers are compared without accents',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  {
    name: 'users-as-numbers',
    summary: 'User identifiers that consist of digits are read as double-precision numbers',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => (/^\d+$/.test(userId) ? String(Number(userId)) : userId)),
  },
  {
    name: 'users-blanks-collapsed',
    summary: 'Several spaces in a user identifier count as one',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replace(/\s+/g, ' ')),
  },
  {
    name: 'users-case-folded',
    summary: 'User identifiers are compared without regard to case',
    kills: ['employee/exact-user/*'],
    hook: comparing((userId) => userId.toLowerCase()),
  },
  {
    name: 'users-case-folded-beyond-ascii',
    summary: 'User identifiers are compared without regard to case if they have non-ASCII letters',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replace(/[^\0-\x7f]+/g, (letters) => letters.toLowerCase())),
  },
  {
    name: 'users-case-folded-in-cyrillic',
    summary: 'User identifiers are compared without regard to the case of Cyrillic letters',
    kills: ['{employee,routing}/similar-users-*'],
    hook: comparing((userId) => userId.replace(/\p{Script=Cyrillic}+/gu, (letters) => letters.toLowerCase())),
  },
  {
    name: 'users-quotes-halved',
    summary: 'Two apostrophes in a user identifier count as one, as in a query of a database',
    kills: ['{employee,routing}/similar-users-*'],
    hook: comparing((userId) => userId.replaceAll("''", "'")),
  },
  {
    name: 'users-sorted',
    summary: 'User identifiers are compared by a sum of their characters',
    kills: ['{employee,routing}/similar-users-*'],
    hook: comparing((userId) => userId.replace(/[a-z]+$/, (letters) => [...letters].sort().join(''))),
  },
  {
    name: 'users-blanks-alike',
    summary: 'All kinds of space are the same in user identifiers',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replace(/\s/g, ' ')),
  },
  {
    name: 'users-composed',
    summary: 'User identifiers are compared in Unicode normal form',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.normalize('NFC')),
  },
  {
    name: 'users-cut-at-255',
    summary: 'User identifiers are cut after 255 characters',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.slice(0, 255)),
  },
  {
    name: 'users-cut-at-colon',
    summary: 'User identifiers end at a colon',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replace(/:.*/, '')),
  },
  {
    name: 'users-cut-at-query',
    summary: 'User identifiers end at a question mark',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replace(/\?.*/, '')),
  },
  {
    name: 'users-cut-at-slash',
    summary: 'User identifiers end at a slash',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replace(/\/.*/, '')),
  },
  {
    name: 'users-wide-folded',
    summary: 'Full-width letters in user identifiers count as ordinary ones',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) =>
      userId.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
    ),
  },
  {
    name: 'users-zero-width-dropped',
    summary: 'Zero-width characters in user identifiers are ignored',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replace(/[\u200B-\u200D\uFEFF]/g, '')),
  },
  {
    name: 'users-emoji-alike',
    summary: 'Characters outside the basic plane are all the same in user identifiers',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    name: 'users-entities-decoded',
    summary: 'HTML entities in user identifiers are decoded',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replaceAll('&amp;', '&')),
  },
  {
    name: 'users-form-decoded',
    summary: 'User identifiers are decoded like form data',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replaceAll('+', ' ')),
  },
  {
    name: 'users-leading-zeros-dropped',
    summary: 'User identifiers lose their leading zeros',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replace(/^0+/, '')),
  },
  {
    name: 'users-as-integers',
    summary: 'User identifiers of up to 18 digits are read as integers',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => (/^0\d{0,17}$/.test(userId) ? String(Number(userId)) : userId)),
  },
  {
    name: 'users-percent-decoded',
    summary: 'User identifiers are percent-decoded',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replaceAll('%20', ' ')),
  },
  {
    name: 'users-separators-alike',
    summary: 'Dots, colons, dashes and underscores are the same in user identifiers',
    kills: ['{employee,routing}/similar-users-separators'],
    hook: comparing((userId) => userId.replace(/[.:_-]/g, '-')),
  },
  {
    name: 'users-underscores-dropped',
    summary: 'Underscores in user identifiers are ignored',
    kills: ['{employee,routing}/similar-users-separators'],
    hook: comparing((userId) => userId.replaceAll('_', '')),
  },
  {
    name: 'users-slashes-as-underscores',
    summary: 'Slashes in user identifiers become underscores',
    kills: ['{employee,routing}/similar-users-slashes'],
    hook: comparing((userId) => userId.replaceAll('/', '_')),
  },
  {
    name: 'users-ampersands-dropped',
    summary: 'Ampersands in user identifiers are ignored',
    kills: ['{employee,routing}/similar-users-queries'],
    hook: comparing((userId) => userId.replaceAll('&', '')),
  },
  {
    name: 'users-brackets-dropped',
    summary: 'Brackets in user identifiers are ignored',
    kills: ['{employee,routing}/similar-users-brackets'],
    hook: comparing((userId) => userId.replace(/[()[\]{}]/g, '')),
  },
  {
    name: 'users-signs-alike',
    summary: 'At signs, hashes and tildes are the same in user identifiers',
    kills: ['{employee,routing}/similar-users-signs'],
    hook: comparing((userId) => userId.replace(/[@#~]/g, '-')),
  },
  {
    name: 'users-dots-trimmed',
    summary: 'User identifiers lose dots at their end',
    kills: ['{employee,routing}/exact-user-dot-behind'],
    hook: comparing((userId) => userId.replace(/\.+$/, '')),
  },
  {
    name: 'users-decimals-as-numbers',
    summary: 'User identifiers that are decimal numbers are compared by value',
    kills: ['{employee,routing}/exact-user-decimal'],
    hook: comparing((userId) => userId.replace(/^(\d+)\.0+$/, '$1')),
  },
  {
    name: 'users-lookalikes-unified',
    summary:
      'User identifiers with Cyrillic letters are mistaken for those with the Latin ones that look the same',
    kills: ['{employee,routing}/similar-users-lookalikes'],
    hook: comparing((userId) => userId.replaceAll('\u0430', 'a')),
  },
  {
    name: 'users-share-state',
    summary: 'All users of a contact point are the same',
    kills: ['routing/**', 'employee/exact-user/*'],
    hook: comparing(() => ''),
  },
  {
    name: 'users-trimmed-at-end',
    summary: 'User identifiers lose trailing spaces',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.trimEnd()),
  },
  {
    name: 'users-trimmed-in-events',
    summary: 'Events name users without leading and trailing spaces',
    kills: ['routing/exact-user-*'],
    hook: ({ notify }) => ({
      notify: (event) => notify({ ...event, user: { ...event.user, id: event.user.id.trim() } }),
    }),
  },
  {
    name: 'users-trimmed',
    summary: 'User identifiers lose leading and trailing spaces',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.trim()),
  },
  {
    name: 'users-uuids-unified',
    summary: 'User identifiers that are UUIDs are compared without letter case and dashes',
    kills: ['{employee,routing}/similar-users-uuids'],
    hook: comparing((userId) => {
      const digits = userId.replaceAll('-', '').toLowerCase();
      return /^[0-9a-f]{32}$/.test(digits) ? digits : userId;
    }),
  },
  {
    name: 'users-unescaped',
    summary: 'User identifiers lose their backslashes',
    kills: ['{employee,routing}/exact-user-*'],
    hook: comparing((userId) => userId.replaceAll('\\', '')),
  },
  {
    name: 'users-without-sign-before',
    summary: 'A sign or scheme before a user id is dropped',
    kills: ['{employee,routing}/exact-user-{at,scheme}-before'],
    hook: comparing((userId) => userId.replace(/^(?:@|\w+:)/, '')),
  },
  {
    name: 'users-cut-at-bar',
    summary: 'User ids are compared up to a vertical bar',
    kills: ['{employee,routing}/similar-users-parts'],
    hook: comparing((userId) => userId.split('|')[0] ?? ''),
  },
  {
    name: 'users-by-mailbox',
    summary: 'Ids that are mail addresses are compared without what follows a plus sign',
    kills: ['{employee,routing}/similar-users-mails'],
    hook: comparing((userId) => userId.replace(/\+[^@]*@/, '@')),
  },
  {
    name: 'users-cut-at-sign',
    summary: 'Users are compared without what follows a sign in their ids',
    kills: ['{employee,routing}/similar-users-{sign,slash,query,bracket}-parts'],
    hook: comparing((userId) => userId.replace(/(?<=.)[#@/\\?&(*].*/, '')),
  },
  {
    name: 'users-unwrapped',
    summary: 'Users are compared without brackets or quotes around their ids',
    kills: ['{employee,routing}/similar-users-wrapped'],
    hook: comparing((userId) => userId.replace(/^[<([']|[>)\]']$/g, '')),
  },
  {
    name: 'users-null-alike',
    summary: 'All users whose ids end in "null" or "undefined" share one state',
    kills: ['{employee,routing}/similar-users-words'],
    hook: comparing((userId) => (/(?:null|undefined)$/.test(userId) ? '' : userId)),
  },
];

/** The service identifies users by `userKey`. */
function comparing(userKey: Hooks['userKey']): FaultHook {
  return () => ({ userKey });
}

/** A selection brings employees the earlier conversations of such users too. */
function sharingHistories(isAlike: (own: string, other: string) => boolean): FaultHook {
  return ({ move }) => ({
    async move(scene, name, act) {
      const { user, point } = scene;
      const result = await move(scene, name, act);
      if (name === 'select')
        for (const other of point.users.values())
          if (other !== user && other.conversation > 1 && isAlike(user.id, other.id))
            user.seen = [...other.seen, ...user.seen];
      return result;
    },
  });
}
