import { authorization } from '../api/session.ts';
import { postToAccounts } from './post-to-accounts.ts';

/** Records that the person has read that their earlier second factors ended. @throws Error as postToAccounts does. */
export async function readFactorsEnded(): Promise<void> {
  await postToAccounts('/factors_ended/read', { headers: await authorization() });
}

/**
 * Takes the place of all earlier recovery codes; these are shown this once. Codes whose response was lost are nobody's: others
 * are made once more. @throws Error as postToAccounts does.
 */
export async function newRecoveryCodes(): Promise<string[]> {
  const { codes } = await postToAccounts('/recovery_codes', { headers: await authorization() });
  return codes as string[];
}
