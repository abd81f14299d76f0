import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { AgencyDashboard } from '#api/dashboards.ts';
import type { Ticket } from '#api/tickets.ts';
import type { AgencyColumn } from '#domain/tickets/ticket.ts';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorReference } from '../../ui/error-reference.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Link } from '../../ui/link.tsx';
import { DecisionDialog } from '../decision/decision-dialog.tsx';
import { useTicketDecision, type TicketDecision } from '../decision/use-ticket-decision.ts';
import { AnsweredTicket, WaitingTicket } from './agency-ticket-card.tsx';
import { useTicketList, type TicketPage } from './use-ticket-list.ts';

/** The agency's three columns (SPEC section 2); on narrow screens one under another. */
export function AgencyTickets({ dashboard }: { dashboard: AgencyDashboard }) {
  const answer = useTicketDecision();
  const columns = useColumns(dashboard);
  return (
    <div>
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[1.15fr_1fr_1fr]">
        {columns.map((column) => (
          <TicketColumn key={column.id} column={column}>
            {(ticket) =>
              column.id === 'waiting' ? (
                <WaitingTicket ticket={ticket} today={dashboard.today}>
                  <Answers ticket={ticket} answer={answer} />
                </WaitingTicket>
              ) : (
                <AnsweredTicket ticket={ticket} today={dashboard.today} />
              )
            }
          </TicketColumn>
        ))}
      </div>
      <p className="mt-4">
        <Link to="/tickets" className="text-link">
          <Trans>All tickets</Trans>
        </Link>
      </p>
      <DecisionDialog answer={answer} />
    </div>
  );
}

interface ColumnView {
  id: AgencyColumn;
  title: string;
  page: TicketPage;
  /** What the column says when nothing is in it, and why. */
  empty: { title: string; why: string };
}

function useColumns(dashboard: AgencyDashboard): ColumnView[] {
  const { t } = useLingui();
  return [
    {
      id: 'waiting',
      title: t`Waiting Tickets`,
      page: dashboard.waiting_tickets,
      empty: {
        title: t`No tickets are waiting.`,
        why: t`A company's request to your agency appears here at once. Companies find you by your agency's name.`,
      },
    },
    {
      id: 'approved',
      title: t`Approved Tickets`,
      page: dashboard.approved_tickets,
      empty: {
        title: t`No approved tickets yet.`,
        why: t`Tickets that you approve appear here while the company repays them.`,
      },
    },
    {
      id: 'history',
      title: t`Ticket History`,
      page: dashboard.ticket_history,
      empty: {
        title: t`No history yet.`,
        why: t`Rejected, completed and closed tickets appear here.`,
      },
    },
  ];
}

function TicketColumn({
  column,
  children,
}: {
  column: ColumnView;
  children: (ticket: Ticket) => ReactNode;
}) {
  const { t } = useLingui();
  const { tickets, count, hasMore, isLoadingMore, error, showMore } = useTicketList(
    column.id,
    column.page,
  );
  const heading = `${column.id}-tickets`;
  const rule = column.id === 'waiting' && count > 0 ? 'border-saffron' : 'border-ink';
  return (
    <section
      aria-labelledby={heading}
      data-list={column.id}
      className={`min-w-0 border-t-3 pt-2 sm:pt-4 ${rule} ${count === 0 ? 'max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-4' : ''}`}
    >
      <header className="mb-2 flex items-baseline justify-between gap-3 sm:mb-4">
        <h2 id={heading} className="text-heading">
          {column.title}
        </h2>
        <span className="text-heading text-ink-faint tabular-nums">{count}</span>
      </header>
      {tickets.length === 0 ? (
        <EmptyState isShort title={column.empty.title}>
          {column.empty.why}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {tickets.map((ticket) => (
            <li key={ticket.id} className="min-w-0">
              {children(ticket)}
            </li>
          ))}
        </ul>
      )}
      {error ? (
        <div className="mt-4">
          <ErrorState
            message={messageOf(error, t`The list could not be loaded.`)}
            onRetry={showMore}
          >
            <ErrorReference of={error} />
          </ErrorState>
        </div>
      ) : null}
      {hasMore ? (
        <Button
          tone="secondary"
          size="small"
          className="mt-4 w-full"
          isPending={isLoadingMore}
          onPress={showMore}
        >
          <Trans>
            Show more ({tickets.length} of {count})
          </Trans>
        </Button>
      ) : null}
    </section>
  );
}

function Answers({ ticket, answer }: { ticket: Ticket; answer: TicketDecision }) {
  const { t } = useLingui();
  const { ticket_number } = ticket;
  if (answer.pending?.ticket.id === ticket.id) {
    return (
      <Button size="small" tone="secondary" isPending>
        {answer.pending.move === 'approve' ? <Trans>Approving</Trans> : <Trans>Rejecting</Trans>}
      </Button>
    );
  }
  return (
    <div className="flex gap-2">
      <Button
        tone="danger"
        size="small"
        aria-label={t`Reject ${ticket_number}`}
        isDisabled={answer.pending !== null}
        onPress={() => answer.ask({ move: 'reject', ticket })}
      >
        <Trans>Reject</Trans>
      </Button>
      <Button
        size="small"
        aria-label={t`Approve ${ticket_number}`}
        isDisabled={answer.pending !== null}
        onPress={() => answer.ask({ move: 'approve', ticket })}
      >
        <Trans>Approve</Trans>
      </Button>
    </div>
  );
}
