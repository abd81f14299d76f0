import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import type { CompanyDashboard } from '#api/dashboards.ts';
import type { Ticket } from '#api/tickets.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { allows, type CompanyGroup } from '#domain/tickets/ticket.ts';
import { messageOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { Link } from '../../ui/link.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { TicketRow } from './ticket-row.tsx';
import { useTicketList, type TicketPage } from './use-ticket-list.ts';
import { waitingListId } from './waiting-tickets-card.tsx';

const CancelTicketDialog = lazyPart(() => import('./cancel-ticket-dialog.tsx'));

/** SPEC section 2: Add New Ticket, and the company's three lists. */
export function TicketOverview({
  dashboard,
  onNewTicket,
}: {
  dashboard: CompanyDashboard;
  onNewTicket: () => void;
}) {
  const { today, current_tickets, waiting_tickets, old_tickets } = dashboard;
  return (
    <Card
      title={<Trans>Ticket Overview</Trans>}
      look="plain"
      aside={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Link to="/tickets" className="text-link">
            <Trans>All tickets</Trans>
          </Link>
          <Button tone="secondary" onPress={onNewTicket}>
            <PlusIcon />
            <Trans>Add New Ticket</Trans>
          </Button>
        </div>
      }
    >
      <div className="grid items-start gap-x-8 gap-y-4 sm:gap-y-6 lg:grid-cols-3">
        <TicketGroup group="current" page={current_tickets} today={today} />
        <TicketGroup group="waiting" page={waiting_tickets} today={today} id={waitingListId} />
        <TicketGroup group="old" page={old_tickets} today={today} />
      </div>
    </Card>
  );
}

const groups: Record<
  CompanyGroup,
  { title: MessageDescriptor; empty: MessageDescriptor; why: MessageDescriptor }
> = {
  current: {
    title: msg`Current Tickets`,
    empty: msg`No current tickets`,
    why: msg`Tickets an agency has approved appear here until they are repaid.`,
  },
  waiting: {
    title: msg`Waiting Approval`,
    empty: msg`No tickets are waiting`,
    why: msg`New tickets wait here for the agency's answer.`,
  },
  old: {
    title: msg`Old Tickets`,
    empty: msg`No old tickets`,
    why: msg`Completed, closed and rejected tickets are kept here.`,
  },
};

function TicketGroup({
  group,
  page,
  today,
  id,
}: {
  group: CompanyGroup;
  page: TicketPage;
  today: IsoDate;
  id?: string;
}) {
  const { t, i18n } = useLingui();
  const heading = useId();
  const { tickets, count, hasMore, isLoadingMore, error, showMore } = useTicketList(group, page);
  const { title, empty, why } = groups[group];
  const shown = tickets.length;
  const [asked, setAsked] = useState<Ticket | null>(null);
  // One that stands on a page that is not loaded may still be waiting: the server knows.
  const isAnswered = !hasMore && !tickets.some(({ id: listed }) => listed === asked?.id);
  return (
    <section
      aria-labelledby={heading}
      id={id}
      data-list={group}
      className={`min-w-0 ${shown === 0 ? 'max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:justify-between max-sm:gap-x-4' : ''}`}
    >
      <h3 className="mb-1 flex items-baseline gap-2.5 text-base font-semibold sm:mb-2">
        <span id={heading}>{i18n._(title)}</span>
        <span className="text-sm font-medium text-ink-faint tabular-nums">{count}</span>
      </h3>
      {shown === 0 ? (
        <EmptyState isShort title={i18n._(empty)}>
          {i18n._(why)}
        </EmptyState>
      ) : (
        <ul className="border-b border-line">
          {tickets.map((ticket) => (
            <TicketRow
              key={ticket.id}
              ticket={ticket}
              today={today}
              faded={group === 'old'}
              action={
                allows('cancel', ticket) ? (
                  <CancelButton ticket={ticket} onPress={() => setAsked(ticket)} />
                ) : undefined
              }
            />
          ))}
        </ul>
      )}
      {error ? (
        <p role="alert" className="mt-3 text-sm font-medium text-overdue">
          {messageOf(error, t`More tickets could not be loaded.`)}
        </p>
      ) : null}
      {hasMore ? (
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button tone="secondary" size="small" isPending={isLoadingMore} onPress={showMore}>
            <Trans>Show more</Trans>
          </Button>
          <span className="text-sm text-ink-soft tabular-nums">
            <Trans>
              {shown} of {count}
            </Trans>
          </span>
        </p>
      ) : null}
      {asked ? (
        <CancelTicketDialog ticket={asked} isAnswered={isAnswered} onClose={() => setAsked(null)} />
      ) : null}
    </section>
  );
}

function CancelButton({ ticket, onPress }: { ticket: Ticket; onPress: () => void }) {
  const { t } = useLingui();
  const { ticket_number } = ticket;
  return (
    <Button
      tone="quiet"
      size="small"
      onPress={onPress}
      onHoverStart={CancelTicketDialog.preload}
      onFocus={CancelTicketDialog.preload}
      aria-label={t`Cancel ${ticket_number}`}
    >
      <Trans>Cancel</Trans>
    </Button>
  );
}
