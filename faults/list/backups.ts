import type { Fault } from '../fault.ts';

const test = 'server/src/backup/backup.test.ts';
const sql = 'server/src/backup/restore-hold.sql';
const releases = 'server/scenarios/releases.test.ts';

/** Backups, their restore and the hold after it. */
export const backups: Fault[] = [
  {
    id: 'retention-takes-log',
    file: 'server/src/backup/retention.ts',
    search: 'segment!.toUpperCase() < first',
    replace: 'segment!.toUpperCase() <= first',
    test,
    name: 'a backup that is killed',
    breaks: 'Retention leaves a backup whose copy cannot be recovered.',
  },
  {
    id: 'backup-chain-lost',
    file: 'server/src/backup/back-up-and-verify.ts',
    search: 'if ((is_old || !isContinued) && !has_failed)',
    replace: 'if (is_old && !has_failed)',
    test,
    name: 'the schedule makes a whole backup',
    breaks: 'What is written after the log was lost is in no backup until the next day.',
  },
  {
    id: 'backup-file-missing',
    file: 'server/src/backup/check-restored.ts',
    search: 'if (!object && is_used) problems.push(`The file ${key} is missing.`);',
    replace: '',
    test,
    name: 'a wrong key',
    breaks: 'A backup that lacks a file is called whole.',
  },
  {
    id: 'restore-over-data',
    file: 'server/src/backup/restore.ts',
    search: '  await assertEmpty(dataDir);\n',
    replace: '',
    test,
    name: 'a wrong key',
    breaks: 'A restore mixes with an installation that is there.',
  },
  {
    id: 'restore-held-by-one',
    file: sql,
    search: 'from restore_confirmations c where c.restore_id = r.id) < 2)',
    replace: 'from restore_confirmations c where c.restore_id = r.id) < 1)',
    test,
    name: 'a restored installation',
    breaks: 'One person alone lets a restored installation pay again.',
  },
  {
    id: 'restore-mails',
    file: 'server/src/notifications/notifications.sql',
    search: '       and not (select is_restore_held())\n',
    replace: '',
    test,
    name: 'a restored installation',
    breaks: 'A restored installation mails what was mailed before.',
  },
  {
    id: 'move-leaves-table',
    file: 'server/src/backup/move.ts',
    search: "  'graphile_worker.migrations',\n];",
    replace: "  'graphile_worker.migrations',\n  'notifications',\n];",
    test: releases,
    name: 'the data of release',
    breaks: 'A move leaves a table out.',
  },
  {
    id: 'move-sequence',
    file: 'server/src/backup/move.ts',
    search:
      "await to.query('select from setval($1::regclass, $2, $3)', [name, last_value, is_called]);",
    replace: 'void [name, last_value, is_called];',
    test: releases,
    name: 'the data of release',
    breaks: 'The moved installation gives numbers a second time.',
  },
  {
    id: 'move-leaves-two',
    file: 'server/src/backup/move.ts',
    search: 'await holdAfterRestore(from, new Date().toISOString())',
    replace: 'null',
    test: releases,
    name: 'the data of release',
    breaks: 'Two installations pay the same payouts.',
  },
];
