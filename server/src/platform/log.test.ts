import { expect, test } from 'vitest';
import { openLog } from './log.ts';

/** What the log writes of an object that somebody logged by mistake. */
function logged(write: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = [];
  write(openLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test.each(['password', 'token', 'access_token', 'refresh_token', 'authorization', 'email', 'iban'])(
  'the field %s is never logged',
  (field) => {
    const text = logged((log) => log.info({ person: { [field]: 'secret-71', city: 'Riyadh' } }));
    expect(text).toContain('Riyadh');
    expect(text).not.toContain('secret-71');
  },
);

test('an error is logged with its code and stack, not with the row that a database error quotes', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(layla@example.sa) already exists.',
    where: 'layla',
  });
  const text = logged((log) => log.error({ err: error }, 'a request failed'));
  expect(JSON.parse(text).err).toEqual({
    type: 'Error',
    code: '23505',
    message: 'duplicate key',
    stack: expect.stringContaining('log.test.ts'),
  });
  expect(text).not.toContain('layla');
});

test('entries below the level are not logged', () => {
  expect(logged((log) => log.debug('detail'))).toBe('');
});
