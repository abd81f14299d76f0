import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { onUnknownOutcome } from './outcome.ts';
import { onRenewedSession } from './session.ts';

/** The one home of query keys. `all` of a screen is invalidated by a live hint about any of its parts. */
export const queryKeys = {
  role: ['role'],
  company: ['company'],
  refundAccount: ['refund-account'],
  agency: ['agency'],
  agencies: ['agencies'],
  companyDashboard: ['dashboard', 'company'],
  agencyDashboard: ['dashboard', 'agency'],
  tickets: (filters: Record<string, unknown>) => ['tickets', filters],
  ticket: (ticketNumber: string) => ['ticket', ticketNumber],
  agencyPayouts: ['agency-payouts'],
  statement: (
    role: string,
    of: { from: string; to: string; ticket_number: string | undefined },
  ) => ['statement', role, of],
  sessions: ['sessions'],
  securityEvents: ['security-events'],
  /** Of staff's screens: what is read, and of what. */
  operations: (...what: unknown[]) => ['operations', ...what],
} as const;

/**
 * Reads are tried again when there was no answer or the service was busy; of writes call.ts takes care. Where it stays unknown
 * whether a write was made, everything shown is read again.
 */
export function newQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) =>
          failures < 3 && error instanceof ApiError && [0, 502, 503, 504].includes(error.status),
        retryDelay: (attempt) => Math.min(200 * 2 ** attempt, 5_000),
      },
      // Without a connection a write fails at once and in words; it must not wait and send itself later.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  onUnknownOutcome(() => void client.invalidateQueries());
  onRenewedSession(() => void client.invalidateQueries());
  return client;
}
