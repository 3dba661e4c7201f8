import { expect, test } from 'vitest';
import { toMarkup } from './to-markup.js';

function Greeting({ to, children }: { to: string; children?: unknown }) {
  return (
    <p class="greeting">
      Hello {to}
      {children}
    </p>
  );
}

test('components, lists and texts become markup', () => {
  const page = (
    <>
      <Greeting to="you">{[1, <b>two</b>, null, false, undefined, true]}</Greeting>
      <input type="search" />
    </>
  );
  expect(toMarkup(page)).toBe('<p class="greeting">Hello you1<b>two</b></p><input type="search"/>');
});

test('what others said is text, in elements and attributes', () => {
  const said = '<script>"&amp;"</script>';
  expect(toMarkup(<i title={said}>{said}</i>)).toBe(
    '<i title="&lt;script>&quot;&amp;amp;&quot;&lt;/script>">&lt;script>"&amp;amp;"&lt;/script></i>',
  );
});

test('an object that looks like an element is none', () => {
  const forged = JSON.parse('{"type":"script","props":{"children":"alert(1)"},"key":null}');
  expect(toMarkup(<i>{forged}</i>)).toBe('<i></i>');
});

test('an attribute that is off is left out, but for those that say so', () => {
  const off = (
    <button type="button" hidden={false} id={undefined} spellcheck={false} aria-pressed={false} disabled />
  );
  expect(toMarkup(off)).toBe(
    '<button type="button" spellcheck="false" aria-pressed="false" disabled></button>',
  );
});

test('markup that was made before goes in as it is', () => {
  expect(toMarkup(<ul dangerouslySetInnerHTML={{ __html: '<li>one</li>' }} />)).toBe('<ul><li>one</li></ul>');
});
