import { openLog } from '../platform/log.ts';
import { readRelease } from '../platform/database/build.ts';
import { loadDotEnv, readSettings } from '../platform/config/settings.ts';
import { watchStopSignals } from '../platform/stop-signals.ts';
import { readCommandLine } from './command-line.ts';
import { diagnose } from './doctor-checks.ts';

const { values } = readCommandLine({
  usage: 'Usage: npm run doctor -- [--json]',
  options: { json: { type: 'boolean', default: false } },
});

/**
 * `npm run doctor -- [--json]`: looks at the settings, the database and what else the product needs, and says of each what
 * to do. Ends with 1 on a fault.
 */
// A stop waits for the end, so that a PostgreSQL that was started for it is stopped too.
watchStopSignals();
loadDotEnv();
const findings = await diagnose(
  () => readSettings({ ...process.env }),
  openLog('silent'),
  new Date(),
);
const isFaulty = findings.some(({ verdict }) => verdict === 'fault');
if (values.json) {
  process.stdout.write(
    `${JSON.stringify({ version: readRelease().release, is_sound: !isFaulty, findings }, null, 2)}\n`,
  );
} else {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  for (const { subject, verdict, words } of findings)
    process.stdout.write(`${verdict.padEnd(7)}  ${subject.padEnd(width)}  ${words}\n`);
}
process.exit(isFaulty ? 1 : 0);
