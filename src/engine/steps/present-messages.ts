import { requestFields } from '../../cases/description-lookups.js';
import type { InboxStep } from '../../cases/types.js';
import { isOfEarlierConversation } from '../../cases/words/circumstances.js';
import { duration } from '../../duration.js';
import { isObject } from '../../json.js';
import { count, firstFew, howOften } from '../../phrases.js';
import { cutText } from '../../terminal-text.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { Finding } from '../finding.js';
import { short } from '../judge/field.js';
import { isUnchanged } from '../judge/payload.js';
import type { InboxItem } from '../ports.js';
import { aboutOf, altered, type Card, nearest } from './altered-item.js';
import { contentNames, due, find, listsOf, namesOf, operationMeant, requestOf } from './message-lookup.js';
import { seenOfOthers, usersNamedIn } from './seen-items.js';

/**
 * Whether employees see the messages of a step as they were sent, with the card that a selection gave (sections 1 and 2).
 * @param lacks what the inbox turned out not to show
 */
export function present(
  context: CaseContext,
  step: InboxStep,
  items: InboxItem[],
  lacks: readonly string[],
): Finding | null {
  const look: MessageLook = {
    context,
    step,
    items,
    lacks,
    all: due(context, step),
    names: namesOf(context, step, lacks),
    earlier: ofEarlierConversations(context, step),
  };
  for (const of of step.holds) {
    const sent = requestOf(context, of);
    const finding = sent.refused ? null : new MessageSearch(look, of, sent).finding();
    if (finding) return finding;
  }
  return null;
}

/** One look into an inbox for the messages of a step. */
interface MessageLook {
  context: CaseContext;
  step: InboxStep;
  items: InboxItem[];
  /** What the inbox turned out not to show. */
  lacks: readonly string[];
  /** The messages that must be there. */
  all: readonly Sent[];
  /** The shown names that the step looks at. */
  names: readonly string[];
  /** Messages of earlier conversations. */
  earlier: ReadonlySet<Sent>;
}

/** Looks for one message among what an inbox shows; the same content may have been sent several times. */
class MessageSearch {
  /** Items with the content of the message. */
  private readonly same: InboxItem[];
  private readonly card: Card | null;
  /** What the named values must be. */
  private readonly fields: Sent['fields'];
  private readonly names: readonly string[];
  /** Items that show all of it as it was sent. */
  private readonly right: InboxItem[];
  /** How many messages are the same in all that is looked at. */
  private readonly equals: number;

  /** @param of name of the request that sent it */
  constructor(
    private readonly look: MessageLook,
    private readonly of: string,
    private readonly sent: Sent,
  ) {
    const { context, step, items, names, all } = look;
    this.same = find(context, sent, items);
    this.card = cardOf(context, { ...step, names: [...names] }, this.same);
    this.fields = (this.card?.sent ?? sent).fields;
    this.names = this.card === null ? this.namesIn(sent) : names;
    this.right = this.same.filter((item) => isShown(item, this.dueIn(item), this.names, step));
    this.equals = all.filter(
      (other) => find(context, other, this.same).length > 0 && this.isEqual(other),
    ).length;
  }

  /** Null: the message is there. */
  finding(): Finding | null {
    if (this.right.length >= Math.max(1, this.equals)) return null;
    return this.tooFew() ?? this.changed() ?? this.ofStrangers() ?? this.unseen();
  }

  private namesIn(each: Sent): string[] {
    const { context, step, lacks, names, earlier } = this.look;
    const beside = earlier.has(each) ? [] : details(context, step, { sent: each, lacks });
    return [...new Set([...ownNames(each, names), ...beside])];
  }

  private dueIn(item: InboxItem): Record<string, unknown> {
    const { context, step } = this.look;
    return this.card === null || step.exact ? this.fields : withFormerEntries(context, this.card, item);
  }

  /** Whether another message is the same in all that is looked at: else one with this content is a message of its own. */
  private isEqual(other: Sent): boolean {
    return this.card !== null || isShown({ shown: other.fields }, this.fields, this.names, this.look.step);
  }

  /** Whether an item shows another message with this content. */
  private isOther(item: InboxItem): boolean {
    const { context, all, step } = this.look;
    return (
      this.card === null &&
      all.some(
        (other) =>
          !this.isEqual(other) &&
          find(context, other, [item]).length > 0 &&
          isShown(item, other.fields, this.namesIn(other), step),
      )
    );
  }

  /** Items with this content that show no other message. */
  private get own(): InboxItem[] {
    return this.same.filter((item) => this.right.includes(item) || !this.isOther(item));
  }

  private wanted(values: Record<string, unknown> = this.fields): Record<string, unknown> {
    return Object.fromEntries([
      ...contentNames(this.look.context, this.sent).map((name) => [name, this.sent.fields[name]]),
      ...this.names.map((name) => [name, values[name]]),
    ]);
  }

  private get missing(): Pick<Finding, 'verdict' | 'code' | 'of'> {
    return {
      verdict: 'fail',
      code: this.look.earlier.has(this.sent) ? 'history' : 'not-delivered',
      of: this.of,
    };
  }

  /** The message is there, but not as often as it was sent. */
  private tooFew(): Finding | null {
    const { context, step, items, all } = this.look;
    if (this.right.length === 0 || this.own.length >= this.equals) return null;
    return {
      ...this.missing,
      of:
        step.holds.findLast((name) => find(context, requestOf(context, name), this.same).length > 0) ??
        this.of,
      text: 'The employee sees fewer messages with this content than were sent.',
      expected: `${short(this.wanted(), 400)} ${howOften(this.equals)}`,
      received: howOften(this.right.length),
      place: { part: 'inbox', ...aboutOf(this.sent), lists: listsOf(context, all, items) },
    };
  }

  /** The message is there, but not as it was sent. */
  private changed(): Finding | null {
    const { context, step } = this.look;
    const near = this.nearestItem();
    if (!near) return null;
    const { sent, card } = this;
    const wanted = this.wanted(this.dueIn(near));
    return { of: this.of, ...altered(context, { wanted, near, exact: step.exact, sent, card }) };
  }

  /** The item that the message has probably become. */
  private nearestItem(): InboxItem | undefined {
    const { context, items, all } = this.look;
    // Something that another message of the case arrived as is not this one, changed on the way.
    const others = context.sent.filter((each) => contentNames(context, each).length > 0);
    const isOfOthers = ofOtherCases(context);
    // Of what is shown with this content, more than the other messages of this content account for.
    const unlike = this.same.filter((item) => !this.right.includes(item));
    const alike = all.filter((other) => !this.isEqual(other) && find(context, other, this.same).length > 0);
    return (
      this.own.find((item) => !this.right.includes(item)) ??
      (unlike.length > alike.length ? unlike.at(-1) : undefined) ??
      nearest(
        this.wanted(),
        items.filter(
          (item) => !isOfOthers(item) && others.every((each) => find(context, each, [item]).length === 0),
        ),
      )
    );
  }

  /** Something of other users is there instead. */
  private ofStrangers(): Finding | null {
    const { context, items } = this.look;
    const strange = items.find(ofOtherCases(context));
    return strange ? { ...seenOfOthers(context, strange, this.sent), of: this.of } : null;
  }

  private unseen(): Finding {
    const { context, items, all } = this.look;
    return {
      ...this.missing,
      text: `The employee does not see the message within ${duration(context.runState.runContext.eventTimeoutMs)}.`,
      expected: short(this.wanted(), 400),
      received:
        items.length > 0
          ? count(items.length, 'other message from the user', 'other messages from the user')
          : 'no message from the user',
      ...(all.length > 1 && lost(context, all, items)),
      place: { part: 'absent', ...aboutOf(this.sent), lists: listsOf(context, all, items) },
    };
  }
}

/** Tells whether an item belongs to users of other cases. */
function ofOtherCases(context: CaseContext): (item: InboxItem) => boolean {
  const named = usersNamedIn(context);
  return (item) => named(item).belongs === 'others';
}

/** Messages of the step that belong to earlier conversations by now. */
function ofEarlierConversations(context: CaseContext, step: InboxStep): ReadonlySet<Sent> {
  const { description, testCase } = context;
  const index = testCase.steps.indexOf(step);
  return new Set(
    step.holds
      .filter((of) => isOfEarlierConversation(description, testCase, { step: index, of }))
      .map((name) => requestOf(context, name)),
  );
}

/** What is looked at in a message: those of several kinds each have names of their own. */
function ownNames({ fields }: Sent, names: readonly string[]): string[] {
  return names.filter((name) => Object.hasOwn(fields, name));
}

/**
 * What came with a message of the conversation beside its content, such as a comment: whatever the case is about, it arrives
 * as well. A setup needs no more than the message, and where texts are compared to the byte, just they are. What is no
 * ordinary value is left to the cases that are about it.
 */
function details(
  context: CaseContext,
  { exact, setup }: InboxStep,
  { sent, lacks }: { sent: Sent; lacks: readonly string[] },
): string[] {
  if (exact || setup) return [];
  const { shows } = context.runState.ports.operator;
  const { employee } = context.description;
  return requestFields(context.description, operationMeant(sent.exchange))
    .filter(
      ([name, field]) =>
        field.role === 'detail' &&
        employee.shows.includes(name) &&
        shows.includes(name) &&
        !lacks.includes(name) &&
        isOrdinary(sent.fields[name]),
    )
    .map(([name]) => name);
}

function isOrdinary(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : Number.isSafeInteger(value);
}

/** If several requests may have given it, the first one whose values are all shown. */
function cardOf(context: CaseContext, step: InboxStep, items: readonly InboxItem[]): Card | null {
  const { card, names } = step;
  if (card === undefined) return null;
  const given = [card].flat().map((name) => requestOf(context, name));
  const accepted = given.filter(({ refused }) => !refused);
  const shown = accepted.find((sent) =>
    items.some((item) =>
      isShown(
        item,
        step.exact ? sent.fields : withFormerEntries(context, { sent, names }, item),
        names,
        step,
      ),
    ),
  );
  const sent = shown ?? accepted[0] ?? given[0];
  return sent ? { sent, names } : null;
}

/**
 * The card's fields as an item may show them: it is open whether a selection replaces the attributes of earlier ones, or adds
 * to them (section 2). An entry that only an earlier selection of the user gave may be there, with its value.
 */
function withFormerEntries(
  context: CaseContext,
  { sent, names }: Card,
  { shown }: InboxItem,
): Sent['fields'] {
  const earlier = context.sent
    .slice(0, context.sent.indexOf(sent))
    .filter(
      ({ exchange, key, refused }) =>
        !refused &&
        exchange.operation === sent.exchange.operation &&
        exchange.user === sent.exchange.user &&
        key === sent.key,
    );
  const formerEntries = (name: string, given: object, seen: object): [string, unknown][] =>
    Object.entries(seen).filter(
      ([entry, value]) =>
        !Object.keys(given).some((each) => isUnchanged(each, entry)) &&
        earlier
          .flatMap(({ fields: { [name]: former } }) => (isObject(former) ? Object.entries(former) : []))
          .some(([each, before]) => isUnchanged(each, entry) && isUnchanged(before, value)),
    );
  return {
    ...sent.fields,
    ...Object.fromEntries(
      names.flatMap((name) => {
        const [given, seen] = [sent.fields[name], shown[name]];
        return isObject(given) && isObject(seen)
          ? [[name, { ...given, ...Object.fromEntries(formerEntries(name, given, seen)) }]]
          : [];
      }),
    ),
  };
}

/** Whether an item shows the named values as they were sent. */
function isShown(
  { shown }: Pick<InboxItem, 'shown'>,
  fields: Record<string, unknown>,
  names: readonly string[],
  { exact }: InboxStep,
): boolean {
  return names.every((name) => isUnchanged(fields[name], shown[name], exact));
}

/** Lost messages as lists: what was due, what is there, what is missing; null: their content does not show it. */
function lost(
  context: CaseContext,
  sent: readonly Sent[],
  items: InboxItem[],
): Pick<Finding, 'text' | 'expected' | 'received'> | null {
  const missing = sent.filter((sent) => find(context, sent, items).length === 0);
  if (missing.length === 0) return null;
  const list = (texts: readonly string[]): string =>
    texts.length === 0 ? 'none' : firstFew(texts.map(inLine), MOST_LISTED).join(', ');
  const { expected, received } = listsOf(context, sent, items);
  return {
    text: `The employee ${missing.length === sent.length ? 'sees none' : `does not see ${missing.length}`} of the ${sent.length} messages within ${duration(context.runState.runContext.eventTimeoutMs)}.`,
    expected: list(expected),
    received:
      received.length === 0
        ? 'no message of the user'
        : `${list(received)}; missing ${list(listsOf(context, missing, []).expected)}`,
  };
}

const MOST_LISTED = 12;
const LONGEST_IN_LINE = 60;

/** The beginning of a text as part of a sentence; a record has it whole. */
function inLine(text: string): string {
  const line = text.replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '⏎').replaceAll('\t', '⇥');
  return cutText(line, LONGEST_IN_LINE);
}
