import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../web/src/routes.ts';

/** The addresses of a part of the screen map that need no sign-in. */
const openIn = (some: RouteConfigEntry[]): string[] =>
  some
    .filter(({ file }) => file !== 'accounts/guard.tsx' && file !== 'site/layout.tsx')
    .flatMap(({ path, children }) => (path ? [path] : openIn(children ?? [])));

test('a visitor without a session is sent from every screen to /signin but from the pages and those of signing in', () => {
  expect(openIn(routes)).toEqual([
    'signin',
    'signup',
    'login',
    'auth',
    'auth/resolve',
    'select-role',
    'forgot-password',
    'email-changed',
    'new-password',
    'prove-address',
    'keep-second-factor',
    'second-factor',
  ]);
});
