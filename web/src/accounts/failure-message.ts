import { useLingui } from '@lingui/react/macro';
import { offlineMessage } from '../api/api-error.ts';
import { NO_ANSWER, NO_CONNECTION } from './own-answer.ts';

/**
 * The words for a failure of the account service (SPEC section 8): its own message, otherwise "An error occurred". What is
 * thrown without our service having spoken has no message of its own (own-answer.ts).
 */
export function useFailureMessage(): (error: unknown) => string {
  const { t } = useLingui();
  return (error) => {
    if (error instanceof Error && error.message === NO_CONNECTION) return offlineMessage();
    // The outcome of a write without a response is unknown, even when the device is offline.
    if (error instanceof Error && error.message === NO_ANSWER)
      return navigator.onLine ? t`An error occurred` : offlineMessage();
    return (error instanceof Error && error.message) || t`An error occurred`;
  };
}
