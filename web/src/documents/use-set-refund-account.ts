import { useQueryClient } from '@tanstack/react-query';
import type { RefundAccount } from '#api/profiles.ts';
import { queryKeys } from '../api/queries.ts';

/** What the account is after a change. */
export function useSetRefundAccount() {
  const queryClient = useQueryClient();
  return (account: RefundAccount) => queryClient.setQueryData(queryKeys.refundAccount, account);
}
