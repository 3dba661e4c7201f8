import type { ErrorCode } from 'yaml';

/** Sentence for a syntax error. The library's own messages repeat parts of the file, which may be secrets. */
export function syntaxMessage(code: ErrorCode): string {
  return MESSAGES[code] ?? 'this is not YAML, expected `key: value` lines, or lists with `- `';
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias carries an anchor or a tag, expected the alias alone',
  BAD_ALIAS:
    'this alias names no anchor, expected an anchor above it, or quotes around a text that begins with `*`',
  BAD_COLLECTION_TYPE: 'the tag does not fit this collection, expected none',
  BAD_DIRECTIVE: 'a line begins with `%`, expected no YAML directive',
  BAD_DQ_ESCAPE: 'an unknown escape in double quotes, expected `\\\\` for a backslash',
  BAD_INDENT:
    'the indentation does not fit, or a bracket is open, expected the column of the lines beside it, or the bracket closed',
  BAD_PROP_ORDER: 'an anchor or a tag stands in the wrong place, expected it before its value',
  BAD_SCALAR_START: 'a text cannot begin with this character, expected quotes around it',
  BLOCK_AS_IMPLICIT_KEY: 'a second `key:` on one line, expected quotes around a text that holds `: `',
  BLOCK_IN_FLOW: 'a list or map in lines stands inside brackets, expected brackets here too',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters, expected a short one',
  MISSING_CHAR: 'a character is missing, expected a closing quote or bracket, a comma, or a space after `:`',
  MULTILINE_IMPLICIT_KEY: 'a key spans lines, expected `:` after the key on its own line',
  MULTIPLE_ANCHORS: 'a value has two anchors, expected one',
  MULTIPLE_DOCS: 'a second document begins here, expected one document in the file',
  MULTIPLE_TAGS: 'a value has two tags, expected one',
  TAB_AS_INDENT: 'a tab in the indentation, expected spaces',
  TAG_RESOLVE_FAILED: 'an unknown tag, expected none, or quotes around a text that begins with `!`',
};
