import type { Settings } from '../platform/config/settings.ts';
import type { CreditBureau } from './credit-bureau.ts';
import { sandboxBureau } from './sandbox-bureau.ts';

/** The bureau that `CREDIT_BUREAU` names; null: none can be asked. */
export const openBureau = ({ creditBureau }: Pick<Settings, 'creditBureau'>): CreditBureau | null =>
  creditBureau === 'sandbox' ? sandboxBureau : null;
