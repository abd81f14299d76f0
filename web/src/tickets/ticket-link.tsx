import { useQueryClient } from '@tanstack/react-query';
import { useRef, type ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { Link } from '../ui/link.tsx';
import { ticketPath } from './ticket-path.ts';
import { ticketQuery } from './ticket-query.ts';

/** What a ticket's page knows of the screen that led to it. */
export type FromScreen = { from: string };

/** How long a pointer or the focus rests on a link before its ticket is fetched: passing over is not asking. */
const INTENT_MS = 80;

/**
 * A link to a ticket's page. Resting on it fetches the page and the ticket, so that the press finds both; the page's way
 * back leads to where the link stood.
 */
export function TicketLink({
  ticketNumber,
  ...rest
}: { ticketNumber: string } & Omit<ComponentProps<typeof Link>, 'to' | 'state' | 'prefetch'>) {
  const queryClient = useQueryClient();
  const { pathname, search } = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const state: FromScreen = { from: `${pathname}${search}` };
  const stay = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void queryClient.prefetchQuery(ticketQuery(ticketNumber)),
      INTENT_MS,
    );
  };
  const leave = () => clearTimeout(timer.current);
  return (
    <Link
      to={ticketPath(ticketNumber)}
      state={state}
      prefetch="intent"
      onPointerEnter={stay}
      onPointerLeave={leave}
      onFocus={stay}
      onBlur={leave}
      {...rest}
    />
  );
}

/** The number of a ticket as a link to its page, for what is drawn by capabilities that cannot know it. */
export function ticketNumberLink(ticketNumber: string) {
  return (
    <TicketLink ticketNumber={ticketNumber} className="text-link tabular-nums">
      <bdi translate="no">{ticketNumber}</bdi>
    </TicketLink>
  );
}
