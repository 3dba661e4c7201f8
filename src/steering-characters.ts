/**
 * C0 and C1 controls but tab and line feed, line and paragraph separators, bidi controls, soft hyphen, zero-width space,
 * word joiners, byte order mark and interlinear annotations. Emoji joiners are none of them.
 */
const UNITS = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb`;

/** What could steer a terminal, a parser or the reading order in a text from outside; tags among them. To be replaced. */
export const STEERING = new RegExp(`[${UNITS}\\u{e0000}-\\u{e007f}]`, 'gu');

/** Finds all of these some times faster, and an emoji's half now and then: pages of megabytes mostly hold none. */
export const MAYBE_STEERING = new RegExp(`[${UNITS}\\udb40]`);

/** Part of a character class: all that has no shape of its own. Names and words of a shell show it escaped. */
export const HIDDEN = String.raw`\p{Cc}\p{Cf}\p{Zl}\p{Zp}`;
