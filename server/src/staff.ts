import { Client } from 'pg';
import { systemClock } from './platform/clock.ts';
import { onDatabase } from './platform/on-database.ts';

const words: Record<string, string> = {
  added:
    'is staff now. A new account has no password yet: choose one by the link of "Forgot password".',
  restored: 'is staff again.',
  unchanged: 'is staff already.',
  has_role: 'is a company or an agency, and so cannot be staff: use another address.',
  suspended: 'is no staff any more; open sessions have ended.',
  not_staff: 'is not staff.',
};

/** `npm run staff -- add EMAIL [NAME]` and `npm run staff -- suspend EMAIL`: the only way to make staff. */
await onDatabase(async ({ owner }) => {
  const [command, typed, ...name] = process.argv.slice(2);
  const email = typed?.trim().toLowerCase();
  if (!['add', 'suspend'].includes(command ?? '') || !email || !/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw new Error(
      'Usage: npm run staff -- add EMAIL [NAME]\n       npm run staff -- suspend EMAIL',
    );
  }
  const client = new Client(owner);
  await client.connect();
  try {
    const now = systemClock.now();
    const { rows } = await (command === 'add'
      ? client.query('select add_staff($1, $2, $3) as result', [
          email,
          name.join(' ') || email,
          now,
        ])
      : client.query('select suspend_staff($1, $2) as result', [email, now]));
    const result: string = rows[0].result;
    process.stdout.write(`${email} ${words[result]}\n`);
    return ['has_role', 'not_staff'].includes(result) ? 1 : 0;
  } finally {
    await client.end();
  }
});
