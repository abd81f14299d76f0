import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// The account client reads the address when it is loaded, and a session would be refreshed by timers.
beforeAll(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL('https://hamla.example/signin'));
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the account of this browser, asked for outside its provider, raises an error', async () => {
  const { useAuth } = await import('./auth-context.tsx');
  const Lost = () => createElement('p', null, useAuth().role);
  expect(() => renderToString(createElement(Lost))).toThrow(
    'useAuth must be used within an AuthProvider',
  );
});
