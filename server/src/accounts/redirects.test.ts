import { expect, test } from 'vitest';
import { hostileRedirects } from './hostile-redirects.testing.ts';
import { safeRedirect } from './redirects.ts';

const rules = {
  siteUrl: 'https://hamla.sa',
  allowList: ['https://partner.example/app', 'not a url', 'javascript:alert(1)'],
};

test.each(hostileRedirects)('%j falls back to the site', (wished) => {
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
