import { expect, test } from 'vitest';
import { markup } from './html.ts';

test('a value of a template of HTML is text: its signs are no tags and end no attribute', () => {
  const typed = `<b onclick="x('1')">&`;
  const asText = '&lt;b onclick=&quot;x(&#x27;1&#x27;)&quot;&gt;&amp;';
  expect(markup`<p title="${typed}">${typed}</p>`.text).toBe(`<p title="${asText}">${asText}</p>`);
});

test('HTML stands in a template as it is, a list one after another, and what is left out leaves nothing', () => {
  const lines = ['a', 'b&'].map((text) => markup`<li>${text}</li>`);
  expect(markup`<ul>${lines}</ul>${undefined}`.text).toBe('<ul><li>a</li><li>b&amp;</li></ul>');
});
