import { expect, test } from 'vitest';
import { openLog } from './log.ts';
import { framesOf, withoutData } from './without-secrets.ts';

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

test('a mail address is logged neither in a message nor in an error', () => {
  const refusal = '550 5.1.1 <layla@example.sa>: no such mailbox';
  for (const write of [
    (log: ReturnType<typeof openLog>) => log.error(`a mail was not sent: ${refusal}`),
    (log: ReturnType<typeof openLog>) => log.error(new Error(refusal)),
    (log: ReturnType<typeof openLog>) => log.error({ err: new Error(refusal) }, 'not sent'),
  ]) {
    const text = logged(write);
    expect(text).toContain('550 5.1.1 <[address]>: no such mailbox');
    expect(text).not.toContain('layla');
  }
});

test('what leaves for a collector has neither values, numbers of people nor paths, and of a stack the frames', () => {
  for (const [text, left] of [
    [
      'invalid input syntax for type numeric: "Layla"',
      'invalid input syntax for type numeric: [value]',
    ],
    ['to SA03 8000 0000 6080 1016 7519, call +966 55 123 4567', 'to [iban], call +[number]'],
    ["ENOENT, open '/var/lib/hamla/files/a'", "ENOENT, open '[path]'"],
    ['https://hamla.sa/x?q=1 took 1200 ms in and/or', '[path] took 1200 ms in and/or'],
  ] as const)
    expect(withoutData(text)).toBe(left);
  expect(framesOf('error: of Layla\n    at query (client.js:1:2)')).toBe(
    '    at query (client.js:1:2)',
  );
});

test('entries below the level are not logged', () => {
  expect(logged((log) => log.debug('detail'))).toBe('');
});
