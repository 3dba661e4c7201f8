/** What somebody asks for cannot be done, for a reason that is theirs; the message says it. */
export class Refused extends Error {}
