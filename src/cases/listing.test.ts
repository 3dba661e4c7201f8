import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { deriveCases } from './derive.js';

const TALK = 'sendText sendFile';
const FIELDS = `selectDestination ${TALK}`;
const BODY = `${FIELDS} setWebhook`;
const SHOWN = `getDestinations ${FIELDS}`;
const BOTH = `${SHOWN} setWebhook`;
/** One of each kind. */
const KINDS = 'getDestinations selectDestination sendText setWebhook';
const TEXTS =
  'non-ascii emoji quotes edge-spaces line-breaks carriage-returns unicode-forms long markup right-to-left placeholders number-like zero word-null command replacements smileys blanks-and-selectors line-separators layout personal-data titles opt-out figures-and-dates codes formula minus mention sign-alone punctuation-alone json name-of-file name-of-picture controls every-letter every-sign very-long past-64-kib';
const USERS =
  'capitals blanks-inside blanks-around blank-before blank-behind leading-zeros leading-zeros-of-number digits composed accents slashes dots encoded plus query quotes markup emoji colon names-of-objects long very-long plus-before domain dashes underscore dot-behind decimal capitals-beyond-ascii no-break-space sharp-s invisible zero-width wide controls slash-behind double-slash backslash at-before scheme-before';
const SIMILAR =
  'separators signs brackets quotes slashes alphabets lookalikes uuids orders queries parts further-parts words hashes mails sign-parts slash-parts query-parts bracket-parts wrapped blanks';
const MAPS =
  'empty many dots blanks blanks-around accents quotes names-of-objects number-like false-and-null no-name capitals non-ascii blank-and-equal of-fields long-ones very-long texts contact';
const SYNTAX = [
  'no-closing-brace no-opening-brace closing-brace-too-many closing-bracket-too-many cut-in-half trailing-comma trailing-comma-inside leading-comma double-comma missing-comma',
  'missing-colon equals-sign unquoted-name single-quotes line-comment block-comment hash-comment not-a-number',
  'infinity undefined capital-literal leading-zero plus-sign hex-number bare-fraction leading-point unknown-escape',
  'hex-escape escaped-single-quote braced-unicode-escape octal-escape line-continuation',
  'short-unicode-escape raw-control raw-newline open-string open-array second-document second-document-on-new-line invalid-utf-8-at-end trailing-semicolon in-parentheses function-call trailing-text form-encoded',
  'bare-word invalid-utf-8 overlong-utf-8 utf-16 raw-tab trailing-nul encoded-surrogate cut-utf-8-after',
  'no-break-space-before line-separator-after form-feed-after vertical-tab-before',
].join(' ');
const OF_TEXT = 'number boolean array object zero false empty-array empty-object fraction';
const LONG = '1000 10000 100000 400000';

/** `a-{b,c}` for a list in words. */
const each = (before: string, words: string): string =>
  words
    .split(' ')
    .map((word) => before + word)
    .join(' ');

/** What waits an hour, a day, and over midnight. */
const throughTime = (name: string): string => `${name}-for-hour ${name}-for-day ${name}-over-midnight`;

/** What is asked of a field of a request, by its type. */
const field = (name: string, types: string, sizes = ''): string =>
  [each(`type-${name}-`, types), `null-${name} missing-${name}`, sizes && each(`size-${name}-`, sizes)].join(
    ' ',
  );

const every = each('every-', 'status json-object success-flag error-row no-failure keyless content-type');

/** Names of cases, and the operations that each has one for; none: one for all. `more`: operations of the version alone. */
const listed = (more: string): [group: string, names: string, operations: string][] => [
  ['transport', each('plain-http-', 'own-port port-80'), SHOWN],
  [
    'authentication',
    'no-key misnamed-key unregistered-key reserved-key longer-key cut-key empty-key key-twice',
    `${BOTH} ${more}`,
  ],
  ['authentication', 'altered-key key-other-case key-with-blanks', KINDS],
  ['authentication', 'encoded-key key-with-parameters key-name-in-capitals key-in-header', 'getDestinations'],
  ['authentication', 'key-in-body altered-second-key', 'sendText'],
  ['errors', 'body-empty whitespace-body', BODY],
  [
    'errors',
    'unknown-operation unknown-operation-by-method unknown-operation-long unknown-operations',
    'getDestinations',
  ],
  ['errors', 'unknown-version longer-path trailing-slash upper-case account-forbidden', `${BOTH} ${more}`],
  ['errors', 'longer-version no-version', KINDS],
  ['errors', 'double-slash', 'getDestinations sendText'],
  ['errors', 'encoded-operation', 'getDestinations sendText'],
  ['errors', each('method-', 'GET PUT PATCH DELETE'), `${SHOWN} ${more}`],
  ['errors', each('method-', 'HEAD OPTIONS'), `${BOTH} ${more}`],
  [
    'errors',
    [
      each(
        'address-invalid-no-',
        'scheme scheme-but-host scheme-but-slashes host host-but-query host-but-port host-but-person',
      ),
      each(
        'address-invalid-other-',
        'scheme scheme-in-capitals scheme-without-host scheme-like-one scheme-of-sockets scheme-of-files scheme-with-good-one-inside',
      ),
      each(
        'address-invalid-',
        'port-of-letters relative relative-in-folder relative-and-long relative-and-very-long relative-and-non-ascii relative-with-replacements relative-with-quotes-and-escapes',
      ),
      each(
        'address-doubtful-',
        'blank-in-host port-too-great port-too-great-before-query open-bracket no-host-but-path single-slash no-slash relative-with-tabs-and-lines',
      ),
    ].join(' '),
    'setWebhook',
  ],
  [
    'errors',
    ['no-key', 'unregistered-key']
      .map((key) => each(`precedence-${key}-`, 'version method empty-body malformed-json wrong-type'))
      .concat(
        ['version', 'method'].map((path) =>
          each(`precedence-${path}-`, 'empty-body malformed-json wrong-type restricted-key'),
        ),
        each('precedence-restricted-key-', 'empty-body malformed-json wrong-type'),
      )
      .join(' '),
    'sendText',
  ],
  ['requests', 'accepted every-accepted', BOTH],
  ['requests', `malformed-long ${each('malformed-', SYNTAX)}`, BODY],
  ['requests', each('json-', 'byte-order-mark duplicate-name deep-nesting huge-number lone-surrogate'), BODY],
  [
    'requests',
    each('non-object-', 'array string number boolean null zero false empty-string in-array in-string'),
    BODY,
  ],
  [
    'requests',
    each(
      'spelled-',
      'escaped-letters escaped-values escaped-slashes white-space wide-white-space line-feed-before reversed',
    ),
    BODY,
  ],
  ['requests', 'spelled-escaped-pairs', FIELDS],
  ['requests', each('spelled-', 'exponent negative-exponent capital-exponent fraction'), 'sendFile'],
  ['requests', 'means-user means-message', TALK],
  ['requests', 'means-card', 'selectDestination'],
  ['requests', 'in-parts', BODY],
  ['requests', 'body-unasked', 'getDestinations'],
  ['requests', each('content-type-', 'missing with-charset in-capitals text form'), 'sendText'],
  [
    'requests',
    `chunked unknown-field missing-all value-user_id-empty ${field('user_id', OF_TEXT, '100 1000')}`,
    FIELDS,
  ],
  [
    'requests',
    [
      field('destination_type', OF_TEXT),
      field('destination_id', `${OF_TEXT} number-of-listed array-of-listed`),
      field('name', OF_TEXT, LONG),
      field(
        'attributes',
        'string number boolean array empty-text zero false empty-array number-value object-value boolean-value array-value wrong-first-value wrong-middle-value wrong-last-value wrong-last-of-many',
        '10 100 1000',
      ),
      'value-name-empty value-attributes-empty value-attributes-odd-names',
      'unlisted-destination foreign-destination',
    ].join(' '),
    'selectDestination',
  ],
  ['requests', `value-text-empty ${field('text', OF_TEXT, LONG)}`, 'sendText'],
  [
    'requests',
    [
      field(
        'size',
        'string boolean array object number-as-text empty-text false empty-array',
        '1000000 1000000000 1000000000000',
      ),
      each('value-size-', 'zero past-31-bits past-40-bits fraction'),
      ...['url', 'file_name', 'comment'].map((name) => `value-${name}-empty ${field(name, OF_TEXT, LONG)}`),
    ].join(' '),
    'sendFile',
  ],
  [
    'responses',
    [
      'type-destinations at-least-destinations type-destination_type const-destination_type',
      'type-destination_id non-empty-destination_id type-name type-has_online',
      more === '' ? 'absent-is_available' : 'type-is_available',
    ].join(' '),
    'getDestinations',
  ],
  [
    'responses',
    'type-message_id non-empty-message_id looks-like-message_id type-timestamp skew-timestamp every-unique-message_id every-unit-timestamp every-moving-timestamp every-pace-timestamp',
    TALK,
  ],
  ['responses', every, `${BOTH} ${more} unlisted`],
  ['responses', 'other-contact-point', 'getDestinations'],
  [
    'destinations',
    'listed-is-selectable each-is-selectable each-is-selectable-at-second',
    'selectDestination',
  ],
  ['destinations', 'every-listed', 'getDestinations'],
  [
    'destinations',
    'presence-login presence-logout presence-of-each presence-where-messages-arrive presence-where-messages-wait presence-amid-conversations presence-through-conversations presence-at-second-contact-point',
    '',
  ],
  [
    'routing',
    [
      'new-user second-message second-of-other-kind third-message selected-after-writing later-after-selection selected-before-writing second-after-early-selection',
      'other-user-selected other-user-closed after-closed second-after-closed selected-after-closed contact-points contact-points-closed contact-points-heard after-refusal',
      'selected-before-writing-again second-after-early-selection-again after-second-close after-reply after-reply-and-close',
      'after-refused-selection after-refused-message',
    ].join(' '),
    TALK,
  ],
  ['routing', 'select-again', 'selectDestination'],
  [
    'routing',
    'closed-while-logged-out closed-while-logged-out-through-login closed-while-messages-wait closed-while-logged-out-after-replies',
    '',
  ],
  ['routing', 'odd-message-text-empty odd-message-text-past-64-kib', 'sendText'],
  [
    'routing',
    `${each('odd-message-', 'url-empty url-very-long file_name-empty file_name-past-64-kib comment-empty comment-past-64-kib')} ${each('odd-message-size-', 'zero past-31-bits past-40-bits fraction')}`,
    'sendFile',
  ],
  [
    'routing',
    each('after-', 'message-of-other-kind replies-of-each-kind fourth-close close-without-message').concat(
      ' second-after-close-without-message after-long-conversation-and-close after-refusals-of-each-kind after-unlisted-selection after-replies-and-unlisted-selection second-after-unlisted-selection after-close-and-refusals after-equal-selection',
      ' after-close-of-reply-alone after-close-of-first-reply-alone after-close-of-other-reply-alone after-two-closes-without-message',
    ),
    TALK,
  ],
  [
    'routing',
    `closed-without-address closed-after-selected-again closed-after-selected-again-elsewhere ${each('closed-after-', 'hour day')}`,
    '',
  ],
  ['routing', 'after-close-like-reply', 'sendText'],
  [
    'routing',
    `${each('exact-user-', USERS)} ${each('similar-users-', SIMILAR)} ${each('selected-for-', 'hour day hour-and-refusals day-and-refusals')} ${each('answered-for-', 'hour day')} ${each('closed-for-', 'hour day')} ${each('second-message-after-', 'hour day hour-and-refusals day-and-refusals')} many-messages tenth-conversation`,
    '',
  ],
  ['storage', each('history-of-user-', USERS), ''],
  [
    'employee',
    `${each('exact-user-', USERS)} ${each('similar-users-', SIMILAR)} card-beside-shorter-user`,
    '',
  ],
  [
    'events',
    `${each('exact-user-', USERS)} told-while-logged-out told-after-log-out told-at-each-destination told-elsewhere-again repeated-TextMessage repeated-FileMessage repeated-later-TextMessage repeated-later-FileMessage nearly-repeated-TextMessage nearly-repeated-FileMessage asked-after-refusal reply-after-refusal same-at-contact-points details-of-FileMessage file-types-FileMessage right-contact-point right-second-contact-point told-after-hour told-after-day told-waiting-after-hour told-waiting-after-day ${each('told-', 'TextMessage-after-hour FileMessage-after-hour Closed-after-hour TextMessage-after-day FileMessage-after-day Closed-after-day')}`,
    '',
  ],
  [
    'employee',
    [
      each('name-', `${TEXTS} alone-changed alone-changed-elsewhere apart-of-users apart-of-contact-points`),
      each(
        'attributes-',
        `${MAPS} short-texts alone-changed alone-changed-elsewhere apart-of-users apart-of-contact-points`,
      ),
      'exact-card exact-names-of-attributes swapped-attributes emptied-attributes other-attributes blanked-attributes',
    ].join(' '),
    'selectDestination',
  ],
  ['employee', each('values-of-', 'url file_name size'), 'sendFile'],
  ['storage', each('kept-values-of-', 'url file_name size comment'), 'sendFile'],
  ['storage', each('waiting-values-of-', 'url file_name size comment'), 'sendFile'],
  ['storage', 'kept-values-of-text waiting-values-of-text', 'sendText'],
  [
    'storage',
    [
      each('kept-', '1-in-turn 2-in-turn 7-in-turn 25-in-turn 25-in-order for-hour for-day overtaken'),
      each('kept-', 'at-each-destination in-second-conversation apart-of-users apart-of-contact-points'),
      each('kept-not-before-', 'anywhere at-other-contact-points'),
      each(
        'history-',
        'elsewhere of-third of-many of-values of-equal-reply of-replies of-replies-alone of-replies-elsewhere apart-of-contact-points',
      ),
      'logged-out-at-each-destination selected-through-log-out',
      each(
        'kept-',
        'through-refused-selections through-unlisted-selection through-new-address through-new-address-again after-close-without-message',
      ),
      'reply-kept-from-other-address reply-kept-long-TextMessage waiting-through-second-logout history-beyond-empty-conversation',
      each('kept-', 'in-later-conversations later-in-order elsewhere-in-order through-others'),
      'kept-like-choice kept-apart-of-equal-cards kept-while-former-logged-out many-messages selected-while-logged-out selected-again-while-logged-out login-of-several login-in-order written-at-login written-during-login selected-through-second-login once-through-second-login history-elsewhere-of-long reply-kept-of-two-destinations history-of-closed-while-logged-out history-of-unseen-close history-of-kept-unseen-close selected-through-log-out-elsewhere selected-while-other-logged-out selected-while-first-logged-out history-elsewhere-of-kept-replies history-elsewhere-of-unseen-close waiting-through-next-conversation waiting-through-refusals history-apart-in-later-conversations kept-through-close-elsewhere reply-kept-of-two-conversations reply-kept-through-refusals history-elsewhere-selected-early kept-once-selected-again reply-kept-through-close-elsewhere history-of-waiting history-of-long history-of-kept-replies selected-after-unseen-close selected-early-through-log-out selected-early-while-logged-out selected-early-at-logged-out waiting-at-no-other kept-after-close-without-address',
    ].join(' '),
    '',
  ],
  ['requests', 'ordinary-texts', 'sendText'],
  ['storage', 'history-elsewhere-of-one', TALK],
  [
    'storage',
    `history-elsewhere-of-several many-waiting-at-each-destination ${each('kept-many-', 'apart-of-contact-points at-each-destination in-second-conversation')}`,
    '',
  ],
  ['events', 'delivery-reported-many delivery-reported-many-after-login delivery-of-waiting-after-close', ''],
  [
    'storage',
    [
      'history-elsewhere-of-replies-alone history-elsewhere-opened-by-replies later-at-no-former many-messages-again replies-while-logged-out',
      'reply-kept-of-many-users reply-kept-through-removal-of-no-address',
      'waiting-at-former-destination waiting-at-two-destinations',
      'kept-in-order-for-hour kept-in-order-over-midnight waiting-in-order-for-hour waiting-in-order-over-midnight',
      ...['closed-then-selected-early', 'history-elsewhere'].map(throughTime),
    ].join(' '),
    '',
  ],
  [
    'routing',
    ['closed-after-log-out', 'closed-while-logged-out']
      .map(throughTime)
      .concat('logged-out-after-hour logged-out-after-day logged-out-after-midnight')
      .concat(
        'selected-for-hour-while-logged-out selected-for-day-while-logged-out selected-over-midnight-while-logged-out',
      )
      .join(' '),
    '',
  ],
  ['employee', `former-destination-of-replies ${throughTime('later-card')}`, ''],
  [
    'events',
    'kept-replies-after-refusal told-after-unattended-selection told-beside-kept-replies told-unwritten',
    '',
  ],
  ['employee', 'every-delivered in-parts', TALK],
  ['employee', 'former-destinations same-value-everywhere', ''],
  ['employee', 'card-while-logged-out later-card-while-logged-out', 'selectDestination'],
  ['employee', 'sees-text', 'sendText'],
  [
    'employee',
    'sees-url sees-file_name sees-size sees-comment unchanged-empty beside-empty-comment',
    'sendFile',
  ],
  [
    'employee',
    `sees-name sees-attributes sees-name-after-writing sees-attributes-after-writing ${each('unchanged-', TEXTS)} later-messages sees-name-of-new-selection sees-attributes-of-new-selection no-other-destination former-destination exact-user exact-texts short-texts short-after-long-texts sees-after-refusals forbidden-unseen`,
    TALK,
  ],
  [
    'events',
    [
      'sent-TextMessage sent-FileMessage sent-Closed sent-Closed-again right-user-TextMessage right-user-FileMessage retries asked-after-hang-up asked-after-unreachable-address exact-TextMessage',
      'sent-TextMessage-again sent-FileMessage-again several-replies short-texts-TextMessage right-user-Closed every-caused-SelectDestination',
      'every-addressed retries-addressed retries-at-new-address retries-after-new-address address-kept-invalid address-kept-malformed address-kept-wrong-key address-kept-replaced address-kept-each address-kept-no-text address-kept-unread address-kept-at-second moving-address address-of-two-contact-points address-moved-TextMessage address-moved-FileMessage',
      each(
        'unchanged-FileMessage-',
        'query fragment non-ascii non-ascii-host blanks encoded capitals tracking dots port-and-person normal-forms host-alone long very-long',
      ),
      'every-caused-TextMessage every-caused-FileMessage every-caused-Closed every-own-TextMessage every-own-FileMessage',
      each('every-arrives-', 'TextMessage FileMessage delivery'),
      each('every-due-', 'SelectDestination TextMessage FileMessage Closed'),
      each('unchanged-TextMessage-', TEXTS),
      each('address-set-last-', 'SelectDestination TextMessage FileMessage Closed delivery'),
    ].join(' '),
    '',
  ],
  [
    'events',
    `delivery-reported delivery-reported-each delivery-reported-again delivery-reported-equal delivery-reported-at-contact-points delivery-reported-elsewhere delivery-reported-long delivery-of-kept delivery-of-kept-again delivery-of-waiting delivery-of-waiting-again delivery-of-waiting-through-login-elsewhere delivery-after-login ${each('unasked-', 'TextMessage FileMessage Closed')}`,
    TALK,
  ],
  [
    'storage',
    'kept-not-before kept-not-before-again kept-all kept-in-order kept-equal kept-once employee-logged-out earlier-conversations kept-again kept-two-in-order kept-nearly-equal kept-short-texts',
    TALK,
  ],
  ['storage', 'event-kept', 'sendText'],
  [
    'storage',
    `${each('history-for-', 'hour day')} ${each('second-kept-for-', 'hour day')} ${each('second-selected-for-', 'hour day')} ${each('second-selected-early-for-', 'hour day')} ${each('waiting-for-', 'hour day')}`,
    '',
  ],
  ['employee', each('card-for-', 'hour day'), ''],
  [
    'employee',
    'card-after-refusals card-after-refusals-again card-of-selection-after-refusals name-apart-of-equal-users attributes-apart-of-equal-users forbidden-selection-after-sendText forbidden-selection-after-sendFile',
    'selectDestination',
  ],
  ['routing', 'first-after-refusals-of-each-kind second-after-refusals-of-each-kind', TALK],
  ['routing', 'selected-through-refused-address closed-without-address-after-replies', ''],
  ['storage', 'kept-again-apart-of-contact-points selected-early-apart-of-contact-points', ''],
  ['storage', 'kept-through-close-of-shorter-user history-of-many-replies', ''],
  ['events', 'delivery-of-waiting-at-new-address', ''],
  ['events', 'told-after-refusals told-Closed-after-refusals', `${TALK} selectDestination`],
  ['storage', 'kept-between-refusals', TALK],
  [
    'routing',
    'selected-over-midnight selected-over-midnight-and-refusals answered-over-midnight second-message-after-midnight second-message-after-midnight-and-refusals closed-over-midnight closed-after-midnight',
    '',
  ],
  [
    'events',
    'told-after-midnight told-unwritten-after-hour told-unwritten-after-midnight told-unwritten-after-day told-waiting-after-midnight told-TextMessage-after-midnight told-FileMessage-after-midnight told-Closed-after-midnight',
    '',
  ],
  [
    'storage',
    'kept-over-midnight history-over-midnight second-selected-over-midnight second-selected-early-over-midnight second-kept-over-midnight waiting-over-midnight',
    '',
  ],
  ['employee', 'card-over-midnight', ''],
  [
    'storage',
    'kept-not-before-login kept-not-before-while-former-logged-out waiting-through-login-of-others kept-equal-at-contact-points',
    '',
  ],
  ['routing', 'asked-at-other-contact-point many-messages-elsewhere many-messages-again', ''],
  ['routing', 'logged-out-for-hour logged-out-for-day logged-out-over-midnight', ''],
  ['routing', 'second-message-while-others-write selected-while-others-write closed-while-others-write', ''],
  ['employee', 'card-while-others-write', ''],
  ['events', 'told-while-others-write', ''],
  ['storage', 'kept-while-others-write history-while-others-write', ''],
  ['employee', 'card-back-to-first card-in-parts card-after-empty-conversation', ''],
  ['events', 'address-set-back address-moved-delivery second-message-at-new-address', ''],
  ['events', 'delivery-reported-long-user delivery-reported-selected-early-again', TALK],
  ['routing', 'asked-after-conversation-without-address', ''],
  ['routing', 'after-replies-without-destination', TALK],
  [
    'destinations',
    'presence-amid-replies presence-logout-for-hour presence-logout-over-midnight presence-logout-for-day',
    '',
  ],
  ['events', 'delivery-reported-empty-text', 'sendText'],
  ['events', 'delivery-reported-empty-comment', 'sendFile'],
  ['requests', 'unlisted-destination-while-selected', 'selectDestination'],
  [
    'storage',
    `kept-without-address kept-at-fresh-contact-point kept-while-logged-out waiting-after-replies-at-no-other kept-through-replies-without-destination kept-in-threes reply-kept-whatever-before reply-kept-before-writing ${each('reply-later-', 'younger-TextMessage younger-FileMessage older-TextMessage older-FileMessage')}`,
    '',
  ],
  ['storage', 'kept-with-file_name kept-with-size kept-with-comment', 'sendFile'],
  ['storage', 'login-brings-file_name login-brings-size login-brings-comment', 'sendFile'],
  ['employee', 'attributes-beside-fields', 'selectDestination'],
  [
    'storage',
    ['TextMessage', 'FileMessage']
      .map(
        (reply) =>
          `reply-kept-${reply} reply-kept-apart-${reply} reply-younger-${reply} reply-older-${reply} reply-older-through-login-${reply}`,
      )
      .concat('reply-kept-mixed reply-kept-many reply-kept-through-message-and-refusal')
      .concat('reply-kept-through-messages reply-kept-through-conversation-elsewhere')
      .concat('reply-kept-through-log-out reply-kept-through-close reply-kept-elsewhere')
      .concat('reply-kept-through-selected-again reply-kept-while-logged-out')
      .concat(
        'reply-kept-through-close-and-message reply-kept-through-next-conversation reply-kept-for-same-address reply-kept-through-other-address reply-kept-alike-TextMessage reply-kept-equal-TextMessage',
      )
      .concat(more === '' ? [] : each('reply-kept-through-', more))
      .join(' '),
    '',
  ],
  ['versions', 'exists', `setWebhook ${more}`],
  [
    'versions',
    'guessed',
    'noSuchOperation getWebhook deleteWebhook removeWebhook unsetWebhook getWebhookInfo',
  ],
  ['versions', each('guessed-', 'GET PUT PATCH DELETE'), 'setWebhook'],
  ['concurrency', 'first-sendText-with-sendText first-sendFile-with-sendText', ''],
  [
    'concurrency',
    'selected-sendText-with-sendFile first-messages selected-messages first-crowd kept-crowd',
    '',
  ],
  ['concurrency', 'closed-sendText-with-sendFile', ''],
  ['concurrency', 'at-contact-points', TALK],
  ['concurrency', 'details-of-messages', 'sendFile'],
  ['concurrency', 'same-sendText-with-sendText kept-select-with-select kept-card-of-selections', ''],
  ['concurrency', 'kept-select-with-sendText kept-sendFile-with-select', ''],
  ['concurrency', 'selected-close-with-sendText selected-sendFile-with-close selected-select-with-close', ''],
  [
    'concurrency',
    'selected-reply_text-with-close selected-reply_file-with-close reply_text-with-new-address reply_text-with-first-address',
    '',
  ],
  ['concurrency', 'selected-reply_text-with-reply_text selected-reply_text-with-reply_file', ''],
  ['concurrency', 'selected-reply_file-with-reply_file', ''],
  ['concurrency', 'selected-sendText-with-reply_text selected-sendFile-with-reply_file', ''],
  ...(more === ''
    ? ([
        ['versions', 'unlisted', 'getHistory getCurrentDestination'],
        ['versions', 'shared-state-1.2 shared-address-1.2', 'sendText'],
      ] satisfies [string, string, string][])
    : ([
        ['versions', 'alike-no-key-1.0 alike-unregistered-key-1.0 alike-restricted-account-1.0', BOTH],
        ['versions', 'alike-empty-body-1.0 alike-malformed-json-1.0', BODY],
        ['versions', 'alike-wrong-type-1.0', FIELDS],
        ['versions', 'alike-invalid-address-1.0', 'setWebhook'],
        ['versions', 'alike-unsupported-request-1.0', SHOWN],
        ['versions', 'holds exists-for-past', more],
        ['routing', 'through-reading', more],
        ['events', 'told-after-reading', more],
        ['storage', 'kept-through-reading selected-early-through-reading waiting-through-reading', more],
      ] satisfies [string, string, string][])),
];

/** Walks have a test of their own: their ids are what they walk. */
test.each([
  ['1.0', ''],
  ['1.2', 'getHistory getCurrentDestination'],
])('version %s has exactly these cases', async (version, more) => {
  const words = (text: string): string[] => text.trim().split(/ +/);
  const ids = listed(more).flatMap(([group, names, operations]) =>
    words(names).flatMap((name) =>
      words(operations).map((operation) =>
        [version, group, name, operation].filter((part) => part !== '').join('/'),
      ),
    ),
  );
  const all = deriveCases(await loadDescriptions());
  const own = all.filter((testCase) => testCase.version === version && testCase.group !== 'walks');
  const derived = own.map(({ id }) => id);
  expect(derived.toSorted()).toEqual(ids.toSorted());
});

test('a single version has no case that looks at another one', async () => {
  const [first] = await loadDescriptions();
  const alone = deriveCases(first ? [first] : []);
  const names = new Set(alone.map(({ name }) => name));
  expect(alone.filter(({ needs }) => needs.some(({ kind }) => kind === 'version'))).toEqual([]);
  expect([...names].filter((name) => /^(alike|unlisted$|absent)/.test(name))).toEqual([]);
});
