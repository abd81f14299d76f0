import { Client } from 'pg';
import { systemClock } from './platform/clock.ts';
import { onDatabase } from './platform/on-database.ts';

const words: Record<string, string> = {
  added:
    'is staff now. A new account has no password yet: choose one by the link of "Forgot password".',
  restored: 'is staff again.',
  unchanged: 'is staff already.',
  has_role: 'is a company or an agency, and so cannot be staff: use another address.',
  unproven:
    'has never been proven: whoever signed up with it may not read its mail. Have them open a confirmation or a recovery link first, or add --unproven if you know that it is theirs.',
  suspended: 'is no staff any more; open sessions have ended.',
  not_staff: 'is not staff.',
};

/** `npm run staff -- add EMAIL [NAME] [--unproven]` and `npm run staff -- suspend EMAIL`: the only way to make staff. */
await onDatabase(async ({ owner }) => {
  const isUnproven = process.argv.includes('--unproven');
  const [command, typed, ...name] = process.argv.slice(2).filter((one) => one !== '--unproven');
  const email = typed?.trim().toLowerCase();
  if (!['add', 'suspend'].includes(command ?? '') || !email || !/^[^@\s]+@[^@\s]+$/.test(email)) {
    throw new Error(
      'Usage: npm run staff -- add EMAIL [NAME] [--unproven]\n       npm run staff -- suspend EMAIL',
    );
  }
  const client = new Client(owner);
  await client.connect();
  try {
    const now = systemClock.now();
    const { rows } = await (command === 'add'
      ? client.query('select add_staff($1, $2, $3, $4) as result', [
          email,
          name.join(' ') || email,
          now,
          isUnproven,
        ])
      : client.query('select suspend_staff($1, $2) as result', [email, now]));
    const result: string = rows[0].result;
    process.stdout.write(`${email} ${words[result]}\n`);
    return ['has_role', 'unproven', 'not_staff'].includes(result) ? 1 : 0;
  } finally {
    await client.end();
  }
});
