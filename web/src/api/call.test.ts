import { afterEach, expect, test, vi } from 'vitest';
import { errorFromBody, fieldMessage, messageOf, offlineError, ownWords } from './api-error.ts';
import { operationUrl } from './call.ts';

test('parameters and query of an operation are put into its address, absent ones left out', () => {
  expect(operationUrl('/api/tickets/:id/approve', { id: 'a b/c' })).toBe(
    '/api/tickets/a%20b%2Fc/approve',
  );
  expect(operationUrl('/api/tickets', {}, { group: 'current', cursor: undefined })).toBe(
    '/api/tickets?group=current',
  );
});

test('a refusal keeps its code, its words and the fields it is about', () => {
  const error = errorFromBody(
    422,
    JSON.stringify({
      code: 'validation_failed',
      message: 'Some fields need your attention.',
      fields: [{ field: 'phone', message: 'Enter a Saudi phone number.' }],
    }),
  );
  expect([error.code, error.status]).toEqual(['validation_failed', 422]);
  expect(fieldMessage(error, 'phone')).toBe('Enter a Saudi phone number.');
  expect(fieldMessage(error, 'email')).toBeUndefined();
});

const documentIn = (lang: string) => vi.stubGlobal('document', { documentElement: { lang } });
afterEach(() => vi.unstubAllGlobals());

test('an answer that is not the product’s own, such as a balancer’s page, still becomes a sentence', () => {
  documentIn('en');
  const error = errorFromBody(502, '<html>Bad gateway</html>');
  expect(messageOf(error, 'unused')).toContain('please try again');
});

test('what no server could say is said in the language of the screen', () => {
  documentIn('en');
  expect(offlineError().message).toContain('You appear to be offline.');
  documentIn('ar');
  expect(offlineError().message).toContain('يبدو أنك غير متصل بالإنترنت.');
  expect(errorFromBody(502, '').message).toBe(ownWords.ar.unanswered);
  expect(Object.values(ownWords.ar).join(' ')).not.toMatch(/[A-Za-z]/);
});

test('a failure without words gets the words of the situation', () => {
  expect(messageOf(null, 'Failed to set role')).toBe('Failed to set role');
  expect(messageOf(new Error('Too many attempts.'), 'unused')).toBe('Too many attempts.');
});
