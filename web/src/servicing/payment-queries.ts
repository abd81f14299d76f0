import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useShownError } from '../api/use-shown-error.ts';

/** What the company can pay, its open payment requests, and where to transfer. */
export function usePayCentre() {
  const query = useQuery({
    queryKey: queryKeys.payCentre,
    queryFn: ({ signal }) => call('read_pay_centre', { signal }),
  });
  return { ...query, error: useShownError(query) };
}

/** The secret link to the calendar of the company's due dates. */
export function useDueDateFeed() {
  const query = useQuery({
    queryKey: queryKeys.dueDateFeed,
    queryFn: ({ signal }) => call('read_due_date_feed', { signal }),
  });
  return { ...query, error: useShownError(query) };
}

export function usePaymentRequest(id: string) {
  const query = useQuery({
    queryKey: queryKeys.paymentRequest(id),
    queryFn: ({ signal }) => call('read_payment_request', { params: { id }, signal }),
  });
  return { ...query, error: useShownError(query) };
}
