import type { Field } from '../../description/types.js';
import type { Message, User } from '../conversations/model.js';
import type { FaultHook, NamedFault } from './fault.js';
import { ALTERATIONS, type Alteration, alter, mapFields, mapTexts } from './shared/alterations.js';
import { currentScene } from './shared/hooks.js';

/** Texts, links, file names and sizes that change on their way. */
export const faults: readonly NamedFault[] = [
  {
    name: 'comments-of-waiting-files-without-rare-characters',
    summary: 'Characters beyond the first plane vanish from the comments of files that wait for a login',
    kills: ['storage/waiting-values-of-comment/*', 'walks/journey-*'],
    hook: ({ loggingIn }) => ({
      loggingIn(destination, users) {
        destination.waiting = destination.waiting.map((entry) => {
          const { fields } = entry.message;
          const { comment } = fields;
          if (typeof comment !== 'string') return entry;
          const plain = comment.replace(/[\u{10000}-\u{10ffff}]/gu, '');
          return { ...entry, message: { ...entry.message, fields: { ...fields, comment: plain } } };
        });
        loggingIn(destination, users);
      },
    }),
  },
  {
    name: 'file-names-ascii-only',
    summary: 'File names have question marks instead of non-ASCII letters',
    kills: ['employee/values-of-*/*'],
    hook: (good, descriptions) => {
      const fields = descriptions.flatMap(({ resources }) =>
        Object.values(resources).flatMap((resource) => Object.entries(resource.fields)),
      );
      const names = new Set(fields.flatMap(([name, field]) => (isName(field) ? [name] : [])));
      return storing((fields) =>
        mapTexts(fields, (text, name) => (names.has(name) ? alter('ascii-only', text) : text)),
      )(good, descriptions);
    },
  },
  {
    name: 'texts-without-leading-signs',
    summary: 'Texts lose a sign in front that begins a formula',
    kills: ['employee/unchanged-*/*'],
    hook: storing((fields) => mapTexts(fields, (text) => text.replace(/^[=+@-]/, ''))),
  },
  {
    name: 'texts-with-plain-figures',
    summary: 'Commas between digits are dropped',
    kills: ['employee/unchanged-*/*'],
    hook: storing((fields) => mapTexts(fields, (text) => text.replace(/(\d),(\d{3})/g, '$1$2'))),
  },
  {
    name: 'comments-empty-filled',
    summary: 'An empty text is shown as a dash',
    kills: ['employee/values-of-*/*', 'storage/kept-values-of-*/*'],
    hook: storing((fields) => mapTexts(fields, (text) => (text === '' ? '-' : text))),
  },
  {
    name: 'comments-empty-not-delivered',
    summary: 'A message with an empty text beside its content is lost while a destination is selected',
    kills: ['employee/unchanged-empty/*'],
    hook: ({ move }) => ({
      async move({ user, ...scene }, name, act) {
        const { destination } = user;
        const before = user.seen.length;
        const moved = await move({ user, ...scene }, name, act);
        if (destination && Object.values(user.seen[before]?.fields ?? {}).includes(''))
          user.seen.length = before;
        return moved;
      },
    }),
  },
  {
    name: 'file-names-dots-trimmed',
    summary: 'File names lose leading and trailing dots',
    kills: ['employee/values-of-file_name/*'],
    hook: storing((fields) => mapTexts(fields, (text) => text.replace(/^\.+|\.+$/g, ''))),
  },
  {
    name: 'file-names-extension-lower-cased',
    summary: 'The extension of a file name is in lower case',
    kills: ['employee/values-of-file_name/*'],
    hook: storing((fields) =>
      mapTexts(fields, (text) => text.replace(/\.\w{1,4}$/, (extension) => extension.toLowerCase())),
    ),
  },
  {
    name: 'file-names-with-one-extension',
    summary: 'File names keep only the last of several extensions',
    kills: ['employee/values-of-file_name/*'],
    hook: storing((fields) => mapTexts(fields, (text) => text.replace(/\.\w+(\.\w+)$/, '$1'))),
  },
  {
    name: 'files-of-programs-lost',
    summary: 'Files named like programs never reach the employee',
    kills: ['employee/values-of-file_name/*', 'storage/kept-values-of-file_name/*'],
    hook: losing(/^[^/]*\.(exe|apk)$/),
  },
  {
    name: 'files-of-pages-lost',
    summary: 'Files whose link names a web page or a drawing never reach the employee',
    kills: ['employee/values-of-url/*', 'storage/kept-values-of-url/*'],
    hook: losing(/^https:.*\.(html|svg)$/),
  },
  {
    name: 'json-texts-parsed',
    summary: 'A text that is a JSON object is shown as the names of its members',
    kills: ['employee/unchanged-json/*'],
    hook: storing((fields) =>
      mapTexts(fields, (text) => (/^\{".*\}$/s.test(text) ? Object.keys(JSON.parse(text)).join(', ') : text)),
    ),
  },
  {
    name: 'links-cut-at-255',
    summary: 'Links are cut after 255 characters',
    kills: ['employee/values-of-url/*'],
    hook: storing((fields) => mapLinks(fields, (link) => link.slice(0, 255))),
  },
  {
    name: 'links-cut-at-2048',
    summary: 'Links are cut after 2048 characters',
    kills: ['employee/values-of-url/*', 'events/unchanged-FileMessage-very-long'],
    hook: storing((fields) => mapLinks(fields, (link) => link.slice(0, 2_048))),
  },
  {
    name: 'links-cut-at-fragment',
    summary: 'Links lose their fragment',
    kills: ['employee/values-of-url/*'],
    hook: storing((fields) => mapLinks(fields, (link) => link.replace(/#.*/, ''))),
  },
  {
    name: 'links-cut-at-query',
    summary: "Users' links lose their query",
    kills: ['employee/values-of-url/*', 'storage/kept-nearly-equal/*'],
    hook: storing((fields) => mapLinks(fields, (link) => link.replace(/\?.*/, ''))),
  },
  {
    name: 'links-lower-cased',
    summary: 'Links are in lower case',
    kills: ['employee/values-of-url/*'],
    hook: storing((fields) => mapLinks(fields, (link) => link.toLowerCase())),
  },
  {
    name: 'links-normalized',
    summary: 'Links are rewritten by a URL parser',
    kills: ['employee/values-of-url/*'],
    hook: storing((fields) => mapLinks(fields, normalized)),
  },
  {
    name: 'links-without-usual-port',
    summary: 'Links over https lose the port 443',
    kills: ['employee/values-of-url/*'],
    hook: storing((fields) => mapLinks(fields, (link) => link.replace(/^(https:\/\/[^/]+):443\b/, '$1'))),
  },
  {
    name: 'links-without-person',
    summary: 'Links lose the user name before the host',
    kills: ['employee/values-of-url/*'],
    hook: storing((fields) => mapLinks(fields, (link) => link.replace(/\/\/[^/@]*@/, '//'))),
  },
  {
    name: 'reply-links-encoded',
    summary: "Characters beyond ASCII in employees' links become percent-encoded",
    kills: ['events/unchanged-FileMessage-non-ascii'],
    hook: ({ notify }) => ({
      notify: (event) =>
        notify({
          ...event,
          data: mapLinks(event.data, (link) => link.replace(/[^\0-\x7f]+/gu, encodeURIComponent)),
        }),
    }),
  },
  {
    name: 'reply-links-encoded-again',
    summary: "Employees' links are percent-encoded twice",
    kills: ['events/unchanged-FileMessage-query', 'events/unchanged-FileMessage-encoded'],
    hook: ({ notify }) => ({
      notify: (event) => notify({ ...event, data: mapLinks(event.data, encodeURI) }),
    }),
  },
  {
    name: 'reply-links-secured',
    summary: "Employees' links all become https",
    kills: ['events/unchanged-FileMessage-host-alone'],
    hook: ({ notify }) => ({
      notify: (event) =>
        notify({ ...event, data: mapLinks(event.data, (link) => link.replace(/^http:/, 'https:')) }),
    }),
  },
  {
    name: 'reply-links-without-fragment',
    summary: "Employees' links lose their fragment",
    kills: ['events/unchanged-FileMessage-fragment'],
    hook: ({ notify }) => ({
      notify: (event) => notify({ ...event, data: mapLinks(event.data, (link) => link.replace(/#.*$/, '')) }),
    }),
  },
  {
    name: 'sizes-of-31-bits',
    summary: 'File sizes beyond 31 bits wrap around',
    kills: ['{employee,storage}/{,kept-}values-of-size/*'],
    hook: storing((fields) =>
      mapFields(fields, (value) => (typeof value === 'number' && value >= 2 ** 31 ? value % 2 ** 31 : value)),
    ),
  },
  {
    name: 'sizes-in-kibibytes',
    summary: 'File sizes of whole kibibytes are shown in that unit',
    kills: ['{employee,storage}/{,kept-}values-of-size/*'],
    hook: storing((fields) =>
      mapFields(fields, (value) =>
        typeof value === 'number' && value > 0 && value % 1024 === 0 ? value / 1024 : value,
      ),
    ),
  },
  {
    name: 'sizes-of-single-precision',
    summary: 'File sizes have single precision',
    kills: ['{employee,storage}/{,kept-}values-of-size/*'],
    hook: storing((fields) =>
      mapFields(fields, (value) => (typeof value === 'number' ? Math.fround(value) : value)),
    ),
  },
  {
    name: 'sizes-of-zero-dropped',
    summary: 'A size of 0 is dropped',
    kills: ['{employee,storage}/{,kept-}values-of-size/*'],
    hook: storing((fields) => mapFields(fields, (value) => (value === 0 ? undefined : value))),
  },
  {
    name: 'sizes-rounded',
    summary: 'File sizes are rounded to whole kibibytes',
    kills: ['employee/sees-*/*'],
    hook: storing((fields) =>
      mapFields(fields, (value) => (typeof value === 'number' ? Math.round(value / 1024) * 1024 : value)),
    ),
  },
  {
    name: 'sizes-without-fraction',
    summary: 'File sizes lose their fraction',
    kills: ['{employee,storage}/{,kept-}values-of-size/*'],
    hook: storing((fields) =>
      mapFields(fields, (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
    ),
  },
  ...ALTERATIONS.flatMap((alteration) => [
    ofUsers(alteration),
    ...(alteration.usersOnly ? [] : [ofEmployees(alteration)]),
  ]),
  {
    name: 'comments-of-recordings-lost',
    summary: 'Texts beside the name of a recording are lost',
    kills: ['employee/values-of-*/*'],
    hook: storing((fields) =>
      Object.values(fields).some((value) => /\.(?:ogg|mp3)$/i.test(String(value)))
        ? mapTexts(fields, (text) => (/[.:]/.test(text) ? text : ''))
        : fields,
    ),
  },
  {
    name: 'texts-with-spaces-for-tabs',
    summary: 'A tab in a text is shown as four spaces',
    kills: ['employee/short-texts/*', 'storage/kept-short-texts/*'],
    hook: storing((fields) => mapTexts(fields, (text) => text.replaceAll('\t', '    '))),
  },
  {
    name: 'texts-without-heading-signs',
    summary: 'The sign of a heading at the beginning of a text is dropped',
    kills: ['employee/short-texts/*', 'storage/kept-short-texts/*'],
    hook: storing((fields) => mapTexts(fields, (text) => text.replace(/^#{1,6} /, ''))),
  },
  {
    name: 'texts-with-tail-of-longer-one',
    summary: 'A text after one of more than ten thousand characters ends with a part of it',
    kills: ['employee/short-after-long-texts/*'],
    hook: (good) => {
      const { move, scene } = currentScene(good);
      const last = new WeakMap<User, string>();
      return {
        move,
        store(message) {
          const stored = good.store(message);
          const user = scene()?.user;
          const long = (user && last.get(user)) ?? '';
          const texts = Object.values(stored.fields).filter((value) => typeof value === 'string');
          const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
          if (user) last.set(user, longest);
          if (long.length <= 10_000 || longest.length > 10_000) return stored;
          return {
            ...stored,
            fields: mapTexts(stored.fields, (text) =>
              text === longest ? `${text}${long.slice(text.length, text.length + 10)}` : text,
            ),
          };
        },
      };
    },
  },
  {
    name: 'file-names-without-copy-number',
    summary: 'File names lose the number of a copy',
    kills: ['employee/values-of-*/*', 'storage/kept-values-of-*/*'],
    hook: storing((fields) => mapTexts(fields, (text) => text.replace(/ \(\d+\)(?=\.\w+$)/, ''))),
  },
];

function isName({ role, type, freeText }: Field): boolean {
  return role === 'detail' && type === 'string' && !freeText;
}

function normalized(link: string): string {
  return URL.canParse(link) ? new URL(link).href : link;
}

/** The fields with every link in them changed. */
function mapLinks(
  fields: Record<string, unknown>,
  change: (link: string) => string,
): Record<string, unknown> {
  return mapTexts(fields, (text) => (/^https?:/i.test(text) ? change(text) : text));
}

/** Users' messages are stored with changed fields. */
function storing(change: (fields: Message['fields']) => Message['fields']): FaultHook {
  return ({ store }) => ({ store: (message) => store({ ...message, fields: change(message.fields) }) });
}

/** Messages with such a text never reach employees, neither at once nor after they have waited. */
function losing(lost: RegExp): FaultHook {
  return ({ move }) => ({
    async move(scene, name, act) {
      const moved = await move(scene, name, act);
      const { user } = scene;
      user.seen = user.seen.filter(
        ({ fields }) => !Object.values(fields).some((value) => lost.test(String(value))),
      );
      return moved;
    },
  });
}

/** Users' texts, as employees see them. */
function ofUsers({ name, what, alter, ...needs }: Alteration): NamedFault {
  return {
    name: `text-${name}`,
    summary: `Users' texts ${what}`,
    kills: [`employee/${casesFor(needs, 'exact-texts')}/*`],
    hook: storing((fields) => mapTexts(fields, alter)),
  };
}

/** Employees' texts, as the gateway gets them. */
function ofEmployees({ name, what, alter, ...needs }: Alteration): NamedFault {
  return {
    name: `reply-${name}`,
    summary: `Employees' texts ${what}`,
    kills: [`events/${casesFor(needs, 'exact-*')}`],
    hook: ({ notify }) => ({ notify: (event) => notify({ ...event, data: mapTexts(event.data, alter) }) }),
  };
}

/** Cases whose texts show the alteration; `exact` are those that compare byte for byte. */
function casesFor(
  { normalizes, shortOnly }: Pick<Alteration, 'normalizes' | 'shortOnly'>,
  exact: string,
): string {
  if (normalizes) return exact;
  return shortOnly ? 'short-texts*' : 'unchanged-*';
}
