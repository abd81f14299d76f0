import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { agencyDashboardQuery } from '../dashboards/dashboard-query.ts';
import { useNewTicketAddress } from '../tickets/new-ticket/new-ticket-address.ts';
import { TicketLink } from '../tickets/ticket-link.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { CheckIcon, PlusIcon } from '../ui/icons.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useOnFirstActivity } from '../ui/run-when-idle.ts';
import { tabLook } from '../ui/tab-bar.tsx';
import { UserText } from '../ui/user-text.tsx';

const NewTicket = lazyPart(() => import('./new-ticket.tsx'));

/** `rail`: beside the content; `tab`: among the tabs at the foot of a narrow window. */
type Stand = 'rail' | 'tab';

/** A mark of the main action among the tabs. */
const tabMark = 'grid size-7 place-items-center rounded-full bg-palm text-on-palm';

/** The company's main action, in reach on each of its screens. */
export function NewTicketAction({ stand }: { stand: Stand }) {
  const { open } = useNewTicketAddress();
  const intent = { onHoverStart: NewTicket.preload, onFocus: NewTicket.preload };
  if (stand === 'rail') {
    return (
      <Button onPress={open} {...intent} className="w-full">
        <PlusIcon />
        <Trans>New Ticket</Trans>
      </Button>
    );
  }
  return (
    <button
      type="button"
      onClick={open}
      onFocus={intent.onFocus}
      className={`${tabLook} cursor-pointer font-semibold text-palm!`}
    >
      <span className={tabMark}>
        <PlusIcon className="size-4" />
      </span>
      <Trans context="among the tabs">New Ticket</Trans>
    </button>
  );
}

/** The New Ticket dialog over whichever screen of the company's asks for it in its address. */
export function NewTicketOfAddress() {
  const { isOpen, close, agency } = useNewTicketAddress();
  useOnFirstActivity(NewTicket.preload);
  return isOpen ? <NewTicket agency={agency} onClose={close} /> : null;
}

/** The ticket that the agency decides next; null while none waits. */
export function useNextDecision() {
  const { data } = useQuery(agencyDashboardQuery(useQueryClient()));
  const ticket = data?.oldest_waiting_ticket;
  return {
    isKnown: data !== undefined,
    next: ticket ? { ...ticket, count: data.waiting_tickets.count } : null,
  };
}

/** The agency's main action: the ticket that has waited longest, or that none waits. */
export function DecisionAction({ stand }: { stand: Stand }) {
  const { isKnown, next } = useNextDecision();
  if (!next) {
    if (stand === 'tab' || !isKnown) return null;
    return (
      <p className="flex min-h-11 items-center gap-2 text-sm text-ink-soft">
        <CheckIcon className="text-palm" />
        <Trans>No ticket is waiting</Trans>
      </p>
    );
  }
  const { ticket_number, count } = next;
  if (stand === 'rail') {
    return (
      <TicketLink ticketNumber={ticket_number} className={`${buttonLook()} w-full px-3!`}>
        {/* One run of words: the button's gap is for its icon. */}
        <span>
          <Trans>
            Decide on <UserText text={ticket_number} className="whitespace-nowrap" />
          </Trans>
        </span>
      </TicketLink>
    );
  }
  return (
    <TicketLink ticketNumber={ticket_number} className={`${tabLook} font-semibold text-palm!`}>
      <span className={`${tabMark} text-sm tabular-nums`}>{count}</span>
      <Trans>Decide</Trans>
    </TicketLink>
  );
}
