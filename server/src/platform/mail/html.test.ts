import { expect, test } from 'vitest';
import { markup } from './html.ts';

test('a value in an HTML template is escaped: it adds no tag and ends no attribute', () => {
  const typed = `<b onclick="x('1')">&`;
  const asText = '&lt;b onclick=&quot;x(&#x27;1&#x27;)&quot;&gt;&amp;';
  expect(markup`<p title="${typed}">${typed}</p>`.text).toBe(`<p title="${asText}">${asText}</p>`);
});

test('HTML values are inserted unchanged, lists are joined, and missing values insert nothing', () => {
  const lines = ['a', 'b&'].map((text) => markup`<li>${text}</li>`);
  expect(markup`<ul>${lines}</ul>${undefined}`.text).toBe('<ul><li>a</li><li>b&amp;</li></ul>');
});
