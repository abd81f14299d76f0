import { isEmail, plainEmail } from '#domain/email-address.ts';
import { oneLineText } from '#domain/plain-text.ts';
import { Client } from 'pg';
import { systemClock } from '../platform/clock.ts';
import { readCommandLine, refuseCommandLine } from './command-line.ts';
import { callFunction } from '../platform/database/call-function.ts';
import { runWithDatabase } from './run-with-database.ts';

const words: Record<string, string> = {
  added:
    'is staff now. A new account has no password yet: choose one by the link of "Forgot password".',
  restored: 'is staff again.',
  unchanged: 'is staff already.',
  has_role: 'is a company or an agency, and so cannot be staff: use another address.',
  unproven:
    'has never been proven: whoever signed up with it may not read its mail. Have them prove it first, or add --unproven: then its password, its sessions and its second factors end, and its owner chooses a new password.',
  suspended: 'is no staff any more; open sessions have ended.',
  not_staff: 'is not staff.',
  reset:
    'has no second factor and no recovery codes any more; all sessions have ended, and the mailbox is told. The next sign-in asks for a new factor.',
  no_factor: 'has no second factor.',
};

const usage =
  'Usage: npm run staff -- list\n       npm run staff -- add EMAIL [--name NAME] [--unproven]\n       npm run staff -- suspend EMAIL\n       npm run staff -- reset-factor EMAIL';

const { values, positionals } = readCommandLine({
  usage,
  options: { name: { type: 'string' }, unproven: { type: 'boolean' } },
  positionals: [1, 2],
});
const [command, typed] = positionals;
const email = plainEmail(typed ?? '').toLowerCase();
const isBare = values.name === undefined && values.unproven === undefined;
const isAddress = isEmail(email);
const isKnown =
  (command === 'list' && typed === undefined && isBare) ||
  (command === 'add' && isAddress) ||
  (['suspend', 'reset-factor'].includes(command!) && isAddress && isBare);
if (!isKnown) refuseCommandLine(usage);

interface Member {
  email: string;
  name: string;
  roles: string[];
  is_suspended: boolean;
  has_second_factor: boolean;
  last_sign_in_at: string | null;
}

/** One line a person, in columns. */
function table(members: Member[]): string {
  const rows = members.map((one) => [
    one.email,
    one.name,
    one.is_suspended ? 'suspended' : one.roles.join(', '),
    one.has_second_factor ? 'second factor' : 'no second factor',
    one.last_sign_in_at
      ? `signed in ${new Date(one.last_sign_in_at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
      : 'has never signed in',
  ]);
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths![column]!))
      .join('  ')
      .trimEnd(),
  );
  return lines.length > 0
    ? lines.join('\n')
    : 'Nobody is staff: npm run staff -- add EMAIL makes an account staff.';
}

/**
 * `npm run staff -- list`: who is and was staff.
 * `npm run staff -- add EMAIL [--name NAME] [--unproven]` and `npm run staff -- suspend EMAIL`: the only way to make staff.
 * `npm run staff -- reset-factor EMAIL`: the only way to remove the second factor of a member of staff who has lost it.
 */
await runWithDatabase(async ({ owner }) => {
  const client = new Client(owner);
  await client.connect();
  try {
    if (command === 'list') {
      process.stdout.write(`${table(await callFunction(client, 'list_staff_accounts'))}\n`);
      return 0;
    }
    const now = systemClock.now();
    const result: string = await (command === 'add'
      ? callFunction(client, 'add_staff', {
          email,
          name: oneLineText(values.name ?? '').trim() || email,
          now,
          unproven: values.unproven ?? false,
        })
      : callFunction(client, command === 'suspend' ? 'suspend_staff' : 'reset_staff_factor', {
          email,
          now,
        }));
    process.stdout.write(`${email} ${words[result]}\n`);
    return ['has_role', 'unproven', 'not_staff', 'no_factor'].includes(result) ? 1 : 0;
  } finally {
    await client.end();
  }
});
