import { expect, test } from 'vitest';
import { safeRedirect } from './redirects.ts';

const rules = {
  siteUrl: 'https://hamla.sa',
  allowList: ['https://partner.example/app', 'not a url', 'javascript:alert(1)'],
};

const hostile = [
  'https://evil.example',
  'https://evil.example/auth/resolve',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https:\\\\evil.example',
  'https://hamla.sa.evil.example',
  'https://hamla.sa@evil.example',
  'https://hamla.sa:pw@evil.example',
  'https://hamla.sa%40evil.example',
  'https://hamla.sa%2eevil.example',
  'https://hamla.sa%00.evil.example',
  'https://hamla.sa\\.evil.example',
  'https://hamla.sa\\@evil.example',
  'https://evil.example\\@hamla.sa',
  'https://evil.example#@hamla.sa',
  'https://evil.example?@hamla.sa',
  'https://evil.example/@hamla.sa',
  'https://user@hamla.sa/',
  'https://user:pw@hamla.sa/',
  'https://:@hamla.sa:444/',
  'https://evilhamla.sa',
  'https://hamla.sa.',
  'https://sub.hamla.sa',
  'https://hamla.s',
  'https://hamla.sa:8443/',
  'https://hamla.sa:80/',
  'http://hamla.sa',
  'http://hamla.sa:443',
  'ftp://hamla.sa',
  'ws://hamla.sa',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://hamla.sa/%0aalert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://hamla.sa/1',
  'about:blank',
  ' https://evil.example',
  '\thttps://evil.example',
  '\u0001https://evil.example',
  'https://hamla.sa\t.evil.example',
  'https://hamla.sa\r\nLocation: https://evil.example',
  'https://hamla.sa/%0d%0a\r\nSet-Cookie: a=b',
  'https://hamla。sa',
  'https://ｈamla.sa',
  'https://hаmla.sa',
  'https://xn--hmla-63d.sa',
  'https://[::1]',
  'https://127.0.0.1',
  'https://2130706433',
  'https://0x7f.1',
  'https://',
  'https://:443',
  'https://hamla.sa:99999',
  'https://partner.example',
  'https://partner.example/application',
  'https://partner.example/app/../admin',
  'https://partner.example.evil.example/app',
  'http://partner.example/app',
  'auth/resolve',
  '/auth/resolve',
  `https://hamla.sa/${'a'.repeat(3000)}`,
  '',
];

test.each(hostile)('%j falls back to the site', (wished) => {
  expect(safeRedirect(wished, rules).href).toBe('https://hamla.sa/');
});

test.each([undefined, null, 1, ['https://hamla.sa/x'], { href: 'https://hamla.sa/x' }])(
  'the redirect %j is no address and falls back to the site',
  (wished) => {
    expect(safeRedirect(wished, rules).href).toBe('https://hamla.sa/');
  },
);

test.each([
  ['https://hamla.sa/auth/resolve', 'https://hamla.sa/auth/resolve'],
  ['https://hamla.sa:443/auth/resolve?sb_flow=abc', 'https://hamla.sa/auth/resolve?sb_flow=abc'],
  ['HTTPS://HAMLA.SA/settings#part', 'https://hamla.sa/settings'],
  ['https://partner.example/app', 'https://partner.example/app'],
  ['https://partner.example/app/welcome', 'https://partner.example/app/welcome'],
])('%s is allowed', (wished, target) => {
  expect(safeRedirect(wished, rules).href).toBe(target);
});

test('on the own machine localhost and 127.0.0.1 are one place, on their own port only', () => {
  const local = { siteUrl: 'http://localhost:3000', allowList: [] };
  for (const name of ['localhost', '127.0.0.1', '[::1]']) {
    const page = `http://${name}:3000/auth/resolve`;
    expect(safeRedirect(page, local).href).toBe(page);
    expect(safeRedirect(`http://${name}:3001/auth/resolve`, local).href).toBe(
      'http://localhost:3000/',
    );
  }
  const elsewhere = ['http://127.0.0.2:3000/', 'http://loopback:3000/', 'http://localhost.:3000/'];
  for (const wished of elsewhere) {
    expect(safeRedirect(wished, local).href).toBe('http://localhost:3000/');
  }
});
