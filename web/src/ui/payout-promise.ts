import { useLingui } from '@lingui/react/macro';

/**
 * What of an agency's payment the company's repaying can change: public pages, terms, questions, help and the dialog
 * before Approve say it in these words.
 */
export function usePayoutPromise(): string {
  const { t } = useLingui();
  return t`What we have sent to the bank is the agency's, whatever the company repays and when. Before that we may stop a payment while the company is late; within seven days two of our people then decide whether it is paid or the ticket ends.`;
}
