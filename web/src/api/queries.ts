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
  /** A filtered list of a company or an agency. */
  own: (of: string, filters: Record<string, unknown>) => ['own', of, filters],
  payCentre: ['pay-centre'],
  dueDateFeed: ['due-date-feed'],
  paymentRequest: (id: string) => ['payment-request', id],
  paymentRequests: ['payment-requests'],
  statement: (
    role: string,
    of: { from: string; to: string; ticket_number: string | undefined },
  ) => ['statement', role, of],
  help: ['help'],
  budgetRequests: ['budget-requests'],
  /** All reads of notifications; their settings have a key of their own. */
  notifications: ['notifications'],
  notificationList: (filters: { unread: boolean }) => ['notifications', filters],
  notificationSettings: ['notification-settings'],
  sessions: ['sessions'],
  securityEvents: ['security-events'],
  /** Reads of the operations console. */
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
