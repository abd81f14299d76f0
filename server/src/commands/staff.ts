import { oneLineText } from '#domain/plain-text.ts';
import { Client } from 'pg';
import { systemClock } from '../platform/clock.ts';
import { readCommandLine, refuseCommandLine } from './command-line.ts';
import { callFunctionOn } from '../platform/database/call-function.ts';
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
  'Usage: npm run staff -- add EMAIL [--name NAME] [--unproven]\n       npm run staff -- suspend EMAIL\n       npm run staff -- reset-factor EMAIL';

const { values, positionals } = readCommandLine({
  usage,
  options: { name: { type: 'string' }, unproven: { type: 'boolean' } },
  positionals: [2, 2],
});
const [command, typed] = positionals;
const email = typed!.trim().toLowerCase();
const isKnown =
  command === 'add' ||
  (['suspend', 'reset-factor'].includes(command!) &&
    values.name === undefined &&
    values.unproven === undefined);
if (!isKnown || !/^[^@\s]+@[^@\s]+$/.test(email)) refuseCommandLine(usage);

/**
 * `npm run staff -- add EMAIL [--name NAME] [--unproven]` and `npm run staff -- suspend EMAIL`: the only way to make staff.
 * `npm run staff -- reset-factor EMAIL`: the only way to remove the second factor of a member of staff who has lost it.
 */
await runWithDatabase(async ({ owner }) => {
  const client = new Client(owner);
  await client.connect();
  try {
    const now = systemClock.now();
    const result: string = await (command === 'add'
      ? callFunctionOn(client, 'add_staff', {
          email,
          name: oneLineText(values.name ?? '').trim() || email,
          now,
          unproven: values.unproven ?? false,
        })
      : callFunctionOn(client, command === 'suspend' ? 'suspend_staff' : 'reset_staff_factor', {
          email,
          now,
        }));
    process.stdout.write(`${email} ${words[result]}\n`);
    return ['has_role', 'unproven', 'not_staff', 'no_factor'].includes(result) ? 1 : 0;
  } finally {
    await client.end();
  }
});
