/**
 * `node scripts/processing-register.ts`: writes docs/processing-register.csv, the register of processing of personal data
 * (Personal Data Protection Law, Article 31), of server/src/privacy/processing-register.ts.
 */
import { writeFileSync } from 'node:fs';
import { registerCsv } from '#server/privacy/register-csv.ts';

writeFileSync('docs/processing-register.csv', registerCsv());
