/**
 * Plugin of Stryker: leaves out what only people read, for no verdict hangs on it: sentences (texts with a space beside a
 * letter; codes, kinds and names have none), the properties that hold them, and what errors say.
 */
export const strykerPlugins = [{ kind: 'Ignore', name: 'words', value: { shouldIgnore } }];

const PROPERTIES = new Set(['title', 'words', 'evidence']);
/** Sentences where a code stands beside them. */
const OF_FINDINGS = new Set(['text', 'expected', 'received']);

/** @returns why the node and all in it is left out; undefined: it is not */
function shouldIgnore({ node, parent, parentPath }) {
  const isSaid =
    isSentence(node) ||
    (parent?.type === 'NewExpression' && parent.callee.name === 'Error') ||
    (parent?.type === 'ObjectProperty' && parent.value === node && holdsWords(parent, parentPath.parent));
  return isSaid ? 'words for people' : undefined;
}

function isSentence({ type, value, quasis }) {
  if (type !== 'StringLiteral' && type !== 'TemplateLiteral') return false;
  const texts = type === 'StringLiteral' ? [value] : quasis.map((quasi) => quasi.value.raw);
  return texts.some((text) => /[a-z,.:;] | [a-z]/i.test(text));
}

function holdsWords({ key }, { properties }) {
  if (PROPERTIES.has(key.name)) return true;
  return OF_FINDINGS.has(key.name) && properties.some((property) => property.key?.name === 'code');
}
