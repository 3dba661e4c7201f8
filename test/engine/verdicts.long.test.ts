import { expect, test } from 'vitest';
import { ASKED_TOO_OFTEN, type Ends, endsOf, inFull } from '../support/engine/ends.js';
import { virtualRun } from '../support/engine/virtual-run.js';
import { shareOf } from '../support/share.js';

/** Chosen so that every kind of judgement meets a service that it must accuse, and one that it cannot judge. */
const SEEN: [fault: string, cases: RegExp, ends: Ends][] = [
  [
    'code-swapped',
    /\/authentication\/.*sendText/,
    {
      'fail code': [
        'authentication/{no,misnamed,unregistered,reserved,longer,cut,altered}-key',
        'authentication/{altered-second-key,key-other-case,key-with-blanks}',
      ],
      // Where the interface leaves open which row it is, the code that came has another status.
      'fail status': ['authentication/{empty-key,key-in-body}'],
    },
  ],
  [
    'key-unchecked-on-lists',
    /\/authentication\//,
    {
      'fail auth': [
        'authentication/{no,misnamed,unregistered,reserved,longer,cut,altered}-key',
        'authentication/key-{other-case,with-blanks}',
      ],
    },
  ],
  [
    'address-without-scheme',
    /^1.0\/.*address-(kept|invalid)/,
    {
      'fail accepted': ['errors/address-invalid-no-scheme'],
      'inconclusive setup-accepted': ['events/address-kept-{at-second,each,invalid,replaced}'],
    },
  ],
  ['restriction-ignored', /\/errors\/account/, { 'fail accepted': ['errors/account-forbidden'] }],
  [
    'message-ids-repeated',
    /^1.0\/(routing\/new-user|responses\/every-)/,
    { 'fail repeated': ['responses/every-unique-message_id'] },
  ],
  [
    'presence-inverted',
    /presence/,
    {
      'fail presence': [
        'destinations/presence-{login,logout,of-each,amid-conversations}',
        'destinations/presence{-amid-replies,-at-second-contact-point,-logout-for-day,-logout-for-hour,-logout-over-midnight,-through-conversations}',
      ],
    },
  ],
  [
    'presence-ignored-after-logout',
    /presence/,
    { 'fail presence': ['destinations/presence-{login,of-each,amid-conversations}'] },
  ],
  ['success-as-text', /^1.0\/responses/, { 'fail shape': ['responses/every-success-flag'] }],
  [
    'timestamps-frozen',
    /^1.0\/responses/,
    {
      'fail clock-skew': ['responses/skew-timestamp'],
      'fail clock-drift': ['responses/every-pace-timestamp'],
      'fail clock-stands': ['responses/every-moving-timestamp'],
    },
  ],
  [
    'timestamps-in-seconds',
    /^1.0\/responses/,
    {
      'fail unit': ['responses/every-unit-timestamp'],
      'inconclusive not-exercised': ['responses/every-{moving,pace}-timestamp'],
    },
  ],
  ['crash-on-null', /^1.2\/.*(null-name|null-size)/, { 'fail server-error': ['requests/null-{name,size}'] }],
  [
    'crash-on-second-selection',
    /^1.0\/(routing\/select|responses\/every-)/,
    {
      'fail not-in-table': ['responses/every-error-row'],
      'fail server-error': ['responses/every-no-failure'],
      'fail code': ['routing/select-again'],
      'inconclusive setup-server-error': [
        'routing/selected{-for-day-and-refusals,-for-hour-and-refusals,-over-midnight-and-refusals}',
      ],
    },
  ],
  [
    'address-unchecked',
    /\/errors\/address/,
    {
      'fail accepted': [
        'errors/address-invalid-{no-scheme,no-scheme-but-host,no-scheme-but-slashes,no-host,no-host-but-query}',
        'errors/address-invalid-{no-host-but-port,no-host-but-person,port-of-letters,other-scheme-like-one,other-scheme-of-sockets}',
        'errors/address-invalid-{other-scheme,other-scheme-in-capitals,other-scheme-of-files,other-scheme-without-host}',
        'errors/address-invalid-{relative,relative-in-folder,relative-and-long,relative-and-very-long,relative-and-non-ascii}',
        'errors/address-invalid-{relative-with-replacements,relative-with-quotes-and-escapes,other-scheme-with-good-one-inside}',
        'errors/address-doubtful-{blank-in-host,no-host-but-path,open-bracket,port-too-great,port-too-great-before-query,single-slash,no-slash,relative-with-tabs-and-lines}',
      ],
    },
  ],
  [
    'address-first-kept',
    /\/events\/address/,
    {
      'fail wrong-address': [
        'events/address-set-last-{SelectDestination,TextMessage,FileMessage,Closed,delivery}',
        'events/address-moved-{TextMessage,FileMessage}',
        'events/address{-moved-delivery,-of-two-contact-points,-set-back}',
      ],
      'inconclusive setup-wrong-address': [
        'events/address-kept-{invalid,malformed,wrong-key,replaced,each,no-text,unread}',
      ],
    },
  ],
  [
    'delivery-untold',
    /^1.2\/events\//,
    {
      'fail no-event': [
        'events/address-set-last-delivery',
        'events/delivery-{reported,reported-again,reported-each,reported-equal,reported-at-contact-points,reported-elsewhere,reported-long,after-login}',
        'events/told-after-{hour,day,log-out}',
        'events/told-waiting-after-{hour,day}',
        'events/address-moved-delivery',
        'events/delivery{-of-waiting-at-new-address,-reported-empty-comment,-reported-empty-text,-reported-long-user,-reported-selected-early-again}',
        'events/reply-after-refusal',
        'events/told{-after-midnight,-after-reading,-after-unattended-selection,-waiting-after-midnight}',
      ],
      'inconclusive no-control': [
        'events/delivery-of-kept',
        'events/delivery{-of-kept-again,-of-waiting,-of-waiting-again,-of-waiting-through-login-elsewhere}',
      ],
    },
  ],
  [
    'event-by-put',
    /\/(events\/(sent|right)|routing\/(new-user|second-m|selected-b)|storage\/reply-o)/,
    {
      'fail event-shape': [
        'events/sent-{TextMessage,FileMessage,Closed}',
        'events/right-user-{TextMessage,FileMessage,Closed}',
        'events/right-{,second-}contact-point',
        'routing/new-user',
        'routing/second-message-after-{hour,midnight,day,hour-and-refusals,midnight-and-refusals,day-and-refusals}',
        'storage/reply-older-{TextMessage,FileMessage}',
      ],
      'inconclusive setup-event-shape': [
        'routing/{second-message,second-message-while-others-write,selected-before-writing-again}',
        'events/sent-{TextMessage,FileMessage,Closed}-again',
      ],
      'inconclusive no-control': [
        'routing/selected-before-writing',
        'storage/reply-older-through-login-{TextMessage,FileMessage}',
      ],
    },
  ],
  ['event-not-json', /\/routing\/new-user/, { 'fail event-shape': ['routing/new-user'] }],
  ['event-by-get', /\/routing\/new-user/, { 'fail no-event': ['routing/new-user'] }],
  ['event-user-missing', /\/routing\/new-user/, { 'fail user-missing': ['routing/new-user'] }],
  ['reply-trimmed', /\/events/, { 'fail payload': ['events/exact-TextMessage'] }],
  [
    'json-trailing-comma',
    /^1.0\/requests\/malf/,
    { 'fail accepted': ['requests/malformed-trailing-comma', 'requests/malformed-trailing-comma-inside'] },
  ],
  [
    'types-unchecked',
    /^1.2\/(requests\/type-size|routing\/after-ref)/,
    {
      'fail accepted': [
        'requests/type-size-{string,boolean,array,object,number-as-text,empty-text,false,empty-array}',
        'routing/{after-refusal,after-refused-selection}',
      ],
      'inconclusive setup-accepted': [
        'routing/{after-refusal,after-refusals-of-each-kind,after-refused-selection,after-refused-message}',
      ],
    },
  ],
  [
    'destination-unchecked',
    /requests\/unl/,
    { 'fail accepted': ['requests/unlisted-destination', 'requests/unlisted-destination-while-selected'] },
  ],
  [
    'contact-points-shared',
    /^1.2\/routing/,
    {
      'fail no-event': ['routing/contact-points'],
      'inconclusive operator': ['routing/contact-points-closed'],
    },
  ],
  [
    'state-forgotten-after-error',
    /^1.2\/routing/,
    {
      'fail unexpected-event': [
        'routing/{after-refusal,after-refusals-of-each-kind,after-unlisted-selection,after-replies-and-unlisted-selection}',
        'routing/second-after-{refusals-of-each-kind,unlisted-selection}',
        'routing/{selected-for-hour,selected-over-midnight,selected-for-day}-and-refusals',
        'routing/second-message-after-{hour,midnight,day}-and-refusals',
      ],
    },
  ],
  [
    'users-case-folded',
    /\/employee\/exact/,
    {
      'fail seen': [
        'employee/{exact-user,exact-user-capitals,exact-user-capitals-beyond-ascii,exact-user-domain}',
      ],
    },
  ],
  [
    'close-keeps-selection',
    /\/(routing|storage\/earlier)/,
    {
      'fail no-event': [
        'routing/after-{closed,reply-and-close,close-without-message,long-conversation-and-close}',
        'routing/{after-close-and-refusals,after-equal-selection,tenth-conversation,closed-for-hour,closed-for-day}',
        'routing/{closed-while-logged-out,closed-while-messages-wait,closed-without-address,through-reading}',
        'routing/after-{close-of-reply-alone,close-of-other-reply-alone,two-closes-without-message}',
        'routing/{closed-after-selected-again,closed-after-selected-again-elsewhere,closed-after-hour,closed-after-day}',
        'routing/after-close-like-reply',
        'routing/after-close-of-first-reply-alone',
        'routing/asked-after-conversation-without-address',
        'routing/closed{-after-log-out-for-day,-after-log-out-for-hour,-after-log-out-over-midnight,-after-midnight,-over-midnight,-while-logged-out-after-replies,-while-logged-out-for-day,-while-logged-out-for-hour,-while-logged-out-over-midnight,-while-logged-out-through-login,-while-others-write,-without-address-after-replies}',
        'routing/many-messages-again',
      ],
      'inconclusive setup-no-event': [
        'routing/{second-after-closed,selected-after-closed,after-second-close,after-fourth-close}',
        'routing/second-after-close-without-message',
      ],
    },
  ],
  [
    'close-untold',
    /^1.2\/(routing\/sel|storage\/earlier|events\/sent)/,
    {
      'fail no-event': ['events/sent-Closed'],
      'inconclusive setup-no-event': [
        'routing/{selected-after-closed,selected-before-writing-again}',
        'storage/earlier-conversations',
        'events/sent-{TextMessage,FileMessage,Closed}-again',
      ],
    },
  ],
  [
    'selection-asked-always',
    /routing/,
    {
      'fail unexpected-event': ASKED_TOO_OFTEN,
    },
  ],
  [
    'selection-asked-once',
    /routing/,
    {
      'fail no-event': [
        'routing/{second-message,second-of-other-kind,second-after-closed}',
        'routing/second-message-after-{hour,midnight,day,hour-and-refusals,midnight-and-refusals,day-and-refusals}',
        'routing/second-after-{close-without-message,refusals-of-each-kind,unlisted-selection}',
        'routing/many-messages',
        'routing/after-replies-without-destination',
        'routing/many-messages-again',
        'routing/second-message-while-others-write',
      ],
      'inconclusive setup-no-event': ['routing/{third-message,after-long-conversation-and-close}'],
    },
  ],
  [
    'delivered-early',
    /^1.0\/storage/,
    {
      'fail seen': [
        'storage/{kept-not-before,kept-not-before-again,kept-not-before-anywhere,kept-not-before-login,kept-not-before-while-former-logged-out}',
        'storage/kept-{apart-of-contact-points,apart-of-users,in-second-conversation}',
        'storage/kept-many-{apart-of-contact-points,in-second-conversation}',
        'storage/kept-through-{refused-selections,unlisted-selection}',
        'storage/kept-{after-close-without-message,after-close-without-address,without-address,like-choice}',
        'storage/kept-{at-fresh-contact-point,while-logged-out}',
        'storage/{later-at-no-former,waiting-at-two-destinations}',
      ],
      'fail copies': [
        'storage/{kept-once,kept-25-in-order,kept-later-in-order,kept-elsewhere-in-order,login-in-order,written-at-login,once-through-second-login,kept-once-selected-again}',
      ],
    },
  ],
  ['delivered-everywhere', /\/employee\/no-/, { 'fail seen': ['employee/no-other-destination'] }],
  ['offline-lost', /\/storage\/emp/, { 'fail not-delivered': ['storage/employee-logged-out'] }],
  [
    'replies-expire-early',
    /\/storage\/r/,
    {
      'fail no-event': [
        'storage/{reply-younger-TextMessage,reply-younger-FileMessage,reply-kept-apart-TextMessage,reply-kept-apart-FileMessage}',
        'storage/reply-later-younger-{TextMessage,FileMessage}',
        'storage/{reply-older-TextMessage,reply-older-FileMessage}',
      ],
    },
  ],
  [
    'replies-kept-forever',
    /\/storage\/r/,
    {
      'fail unexpected-event': [
        'storage/reply-older-{TextMessage,FileMessage}',
        'storage/reply{-later-older-FileMessage,-later-older-TextMessage,-older-through-login-FileMessage,-older-through-login-TextMessage}',
      ],
    },
  ],
  [
    'replies-to-former-address',
    /\/storage\/reply-k/,
    {
      'fail wrong-address': [
        'storage/reply-kept-{FileMessage,TextMessage,mixed,many,elsewhere}',
        'storage/reply-kept-through-{close,close-and-message,next-conversation,log-out,message-and-refusal,getHistory,getCurrentDestination}',
        'storage/reply-kept-{alike-TextMessage,for-same-address}',
        'storage/reply{-kept-apart-FileMessage,-kept-apart-TextMessage,-kept-before-writing,-kept-equal-TextMessage,-kept-from-other-address,-kept-long-TextMessage,-kept-of-many-users,-kept-of-two-conversations,-kept-of-two-destinations,-kept-through-close-elsewhere,-kept-through-conversation-elsewhere,-kept-through-messages,-kept-through-other-address,-kept-through-refusals,-kept-through-removal-of-no-address,-kept-through-selected-again,-kept-whatever-before,-kept-while-logged-out}',
      ],
    },
  ],
  [
    'stored-details-dropped',
    /^1.2\/storage\/kept/,
    {
      // Wherever a file waits, for its details are looked at whatever a case is about.
      'fail content': [
        'storage/kept-{2-in-turn,7-in-turn,25-in-turn,in-threes,all,equal,nearly-equal,short-texts}',
        'storage/kept-{again,again-apart-of-contact-points,in-second-conversation,in-later-conversations}',
        'storage/kept-after-close-without-{address,message}',
        'storage/kept-apart-of-{contact-points,equal-cards,users}',
        'storage/kept-{at-each-destination,at-fresh-contact-point,between-refusals,equal-at-contact-points}',
        'storage/kept-{for-day,for-hour,over-midnight,overtaken,without-address}',
        'storage/kept-many-{apart-of-contact-points,at-each-destination,in-second-conversation}',
        'storage/kept-through-{close-elsewhere,close-of-shorter-user,new-address,new-address-again,others}',
        'storage/kept-through-{refused-selections,replies-without-destination,unlisted-selection}',
        'storage/kept-while-{former-logged-out,logged-out,others-write}',
        'storage/kept-with-{file_name,size,comment}',
        'storage/kept-values-of-{url,file_name,size,comment}',
      ],
    },
  ],
  [
    'stored-doubled',
    /^1.0\/storage\/kept/,
    {
      'fail copies': [
        'storage/kept-{once,25-in-order,later-in-order,elsewhere-in-order}',
        'storage/kept-once-selected-again',
      ],
    },
  ],
  [
    'stored-reversed',
    /^1.2\/storage\/kept/,
    {
      'fail order': [
        'storage/kept-{in-order,25-in-order,two-in-order,later-in-order,elsewhere-in-order}',
        'storage/kept{-in-order-for-hour,-in-order-over-midnight}',
      ],
    },
  ],
  [
    'stored-last-only',
    /^1.0\/storage\/kept/,
    {
      'fail not-delivered': [
        'storage/kept-{all,equal,overtaken,2-in-turn,7-in-turn,25-in-turn}',
        'storage/kept-{apart-of-contact-points,apart-of-users,apart-of-equal-cards,at-each-destination,for-hour,for-day}',
        'storage/kept-many-{apart-of-contact-points,at-each-destination,in-second-conversation}',
        'storage/kept-{over-midnight,between-refusals,equal-at-contact-points,in-threes}',
        'storage/kept-values-of-{text,url,file_name,size,comment}',
        'storage/kept-through-{refused-selections,unlisted-selection,new-address}',
        'storage/{kept-while-former-logged-out,kept-through-others,kept-through-close-of-shorter-user}',
        'storage/kept-{in-second-conversation,after-close-without-message,after-close-without-address,without-address}',
        'storage/kept-{like-choice,nearly-equal,short-texts}',
        'storage/kept-{at-fresh-contact-point,while-logged-out,while-others-write,through-replies-without-destination}',
      ],
      'inconclusive setup-not-delivered': [
        'storage/kept-{in-order,25-in-order,once,once-selected-again,through-close-elsewhere,with-file_name,with-size,with-comment}',
        'storage/kept-in-order-{for-hour,over-midnight}',
        'storage/kept-{again,again-apart-of-contact-points,through-new-address-again,two-in-order,later-in-order,elsewhere-in-order,in-later-conversations}',
      ],
    },
  ],
  [
    'text-cut-at-255',
    /^1.0\/employee/,
    {
      'fail content': [
        'employee/{unchanged-long,unchanged-very-long,unchanged-past-64-kib,values-of-file_name,values-of-url}',
        'employee/{exact-user-long,exact-user-very-long,unchanged-every-letter,unchanged-every-sign}',
      ],
    },
  ],
];

test.each(shareOf(SEEN, 3))(
  '%s is seen by the right cases of %s, and no other accuses',
  async (fault, cases, ends) => {
    const { outcomes } = await virtualRun({
      roundTripMs: 10,
      faults: [fault],
      only: ({ id }) => cases.test(id),
    });
    expect(endsOf(outcomes)).toEqual(inFull(ends));
  },
);

test('a broken body that sets an address elsewhere is the failure of the case that sent it alone', async () => {
  const { outcomes } = await virtualRun({
    roundTripMs: 2,
    faults: ['json-trailing-text'],
    only: ({ id }) =>
      /^1\.0\/events\/(address-kept-(invalid|wrong-key)|every-addressed)/.test(id) ||
      /^1\.2\/requests\/malformed-.*setWebhook/.test(id),
  });
  const failed = outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ case: { version } }) => version);
  expect(new Set(failed)).toEqual(new Set(['1.2']));
});
