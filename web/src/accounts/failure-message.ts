import { useLingui } from '@lingui/react/macro';
import { offlineMessage } from '../api/api-error.ts';
import { NO_ANSWER, NO_CONNECTION } from './own-answer.ts';

/**
 * The words for a failure of the account service (SPEC section 8): its own message, otherwise "An error occurred". What is
 * thrown without our service having spoken has no message of its own (own-answer.ts); offline says so on a second line.
 */
export function useFailureMessage(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    const message = error instanceof Error ? error.message : '';
    const isOffline = message === NO_CONNECTION || (message === NO_ANSWER && !navigator.onLine);
    if (isOffline) return `${t`An error occurred`}\n${offlineMessage()}`;
    return message === NO_ANSWER ? t`An error occurred` : message || t`An error occurred`;
  };
}
