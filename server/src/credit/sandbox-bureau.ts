import { createHash } from 'node:crypto';
import type { CreditBureau } from './credit-bureau.ts';

const [LOWEST, HIGHEST] = [300, 900];

/** Numbers that end like this have no answer, so that a failure can be tried out. */
const UNANSWERED = '0000';

/** A bureau for trying the product out: its score of a number is always the same, and says nothing about the company. */
export const sandboxBureau: CreditBureau = {
  id: 'sandbox',
  name: 'Sandbox bureau',
  name_ar: 'جهة معلومات ائتمانية تجريبية',
  isTest: true,
  async enquire(cr_number) {
    if (cr_number.endsWith(UNANSWERED)) throw new Error('the sandbox bureau does not answer');
    const drawn = createHash('sha256').update(cr_number).digest().readUInt32BE();
    return { score: LOWEST + (drawn % (HIGHEST - LOWEST + 1)), max_score: HIGHEST };
  },
};
