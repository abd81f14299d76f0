import { expect, test } from 'vitest';
import { inlineScriptHashes } from './csp-hashes.ts';

test('every inline script of a page has its hash, a script with an address and one of data have none', () => {
  const html = `<script>alert('Hello, world.');</script><script src="/page.js" defer=""></script>
    <script type="application/ld+json">{}</script><script type="module" async="">let a</script>`;
  expect(inlineScriptHashes(html)).toEqual([
    "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    expect.stringMatching(/^'sha256-[A-Za-z0-9+/]{43}='$/),
  ]);
});
