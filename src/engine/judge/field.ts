import type { FieldCheck } from '../../cases/types.js';
import type { Description, Field } from '../../description/types.js';
import { duration } from '../../duration.js';
import type { PlainReasonCode } from '../../reasons.js';
import { cutText, divergence, isHalved } from '../../terminal-text.js';
import type { Finding } from '../finding.js';

/** A value and where it stands, for people: `destinations[0].name`. */
export interface Placed {
  where: string;
  /** Undefined: the field is missing. */
  value: unknown;
  /** A number as it is spelled, where a double cannot represent it. */
  spelled?: string | undefined;
}

/** Judges one value by one of its field's rules (section 2). Null: it complies. */
export function judgeField(
  check: FieldCheck,
  field: Field,
  { where, value, spelled }: Placed,
  now: number,
  description: Description,
): Finding | null {
  const finding = (
    code: PlainReasonCode,
    text: string,
    expected: string,
    verdict: 'fail' | 'inconclusive' = 'fail',
  ): Finding => {
    const received = value === undefined ? `no ${where}` : `${where} = ${spelled ?? short(value)}`;
    return { verdict, code, text, expected, received };
  };
  if (check === 'absent') {
    return value === undefined
      ? null
      : finding('surplus', `${where} is present, but belongs to another version.`, `no ${where}`);
  }
  if (value === undefined) return finding('missing', `${where} is missing.`, `${where} (${field.type})`);
  if (check !== 'type' && !isOfType(field, value, spelled))
    return finding(
      'type',
      `${where} is not ${field.type === 'integer' ? 'an' : 'a'} ${field.type}.`,
      `a JSON ${field.type}`,
    );
  switch (check) {
    case 'type':
      return isOfType(field, value, spelled)
        ? null
        : finding('type', `${where} has the wrong type.`, `a JSON ${field.type}`);
    case 'const':
      return value === field.const
        ? null
        : finding('value', `${where} has another value.`, JSON.stringify(field.const));
    case 'non-empty':
      return value === '' ? finding('empty', `${where} is empty.`, 'a string that is not empty') : null;
    case 'at-least': {
      const least = field.atLeast ?? 0;
      return (value as unknown[]).length >= least
        ? null
        : finding('too-few', `${where} has too few elements.`, `at least ${least} element`);
    }
    case 'looks-like':
      return looksLikeUuid(value as string)
        ? null
        : finding(
            'spelling',
            `${where} does not look like a UUID.`,
            '32 hexadecimal digits, with or without hyphens or braces',
          );
    case 'unit':
      return unitProblem(value as number, now, finding, where);
    case 'skew': {
      const minutes = description.limits.timestampSkewMinutes;
      const off = Math.abs((value as number) - now);
      if (unitProblem(value as number, now, finding, where)) return null;
      return off <= minutes * 60_000
        ? null
        : finding(
            'clock-skew',
            `${where} is ${duration(Math.round(off / 60_000) * 60_000)} off the run's own clock.`,
            `within ${minutes} minutes of ${new Date(now).toISOString()}`,
          );
    }
  }
}

/** @param spelled a number as it is spelled, where a double cannot represent it */
export function isOfType(field: Field, value: unknown, spelled?: string): boolean {
  switch (field.type) {
    case 'string':
    case 'boolean':
      return typeof value === field.type;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isFinite(value) && isWhole(spelled ?? String(value));
    case 'list':
      return Array.isArray(value);
    case 'map':
      return (
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        Object.values(value).every((member) => typeof member === 'string')
      );
  }
}

/**
 * Whether a number's text has the value of an integer, as `1.0` and `15e2` have: decided by its digits, because a double
 * rounds.
 */
function isWhole(text: string): boolean {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const digits = `${whole}${fraction}`;
  const zeros = digits.length - digits.replace(/0+$/, '').length;
  return zeros === digits.length || Number(exponent) >= fraction.length - zeros;
}

/** Ten years either way: a value outside makes sense only in another unit. */
const PLAUSIBLE_MS = 10 * 365.25 * 86_400_000;

function unitProblem(
  value: number,
  now: number,
  finding: (code: PlainReasonCode, text: string, expected: string) => Finding,
  where: string,
): Finding | null {
  if (Math.abs(value - now) <= PLAUSIBLE_MS) return null;
  const units: [string, number][] = [
    ['seconds', 1e-3],
    ['microseconds', 1e3],
    ['nanoseconds', 1e6],
  ];
  const unit = units.find(([, factor]) => Math.abs(value / factor - now) <= PLAUSIBLE_MS)?.[0];
  return finding(
    'unit',
    unit ? `${where} counts ${unit}.` : `${where} is not a plausible time in milliseconds.`,
    `milliseconds since the Unix epoch, such as ${now}`,
  );
}

function looksLikeUuid(value: string): boolean {
  return /^\{?[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\}?$/i.test(
    value.replace(/^urn:uuid:/i, ''),
  );
}

/** JSON of a value, shortened for people. */
export function short(value: unknown, length = 120): string {
  return cutText(json(value), length);
}

/** JSON of two values that were compared, shortened for people: long ones from shortly before they diverge. */
export function shortPair(
  expected: unknown,
  received: unknown,
  length = 400,
): { expected: string; received: string } {
  const [due, came] = [json(expected), json(received)];
  const at = divergence(due, came);
  const from = at + LEAD <= length ? 0 : at - LEAD;
  const shown = (text: string): string => {
    const start = isHalved(text, from) ? from + 1 : from;
    return cutText(start === 0 ? text : `…${text.slice(start)}`, length);
  };
  return { expected: shown(due), received: shown(came) };
}

/** What is shown before and after the place where two texts diverge, at least. */
const LEAD = 40;

function json(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
