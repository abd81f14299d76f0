import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Role } from '#domain/accounts/roles.ts';
import { DAYS_TO_ANSWER } from '#domain/tickets/ticket.ts';
import type { TicketEnd } from '#domain/tickets/ticket-history.ts';

/** Who closed a ticket, and by which rule, in the words of its reader: on its card, in its history and on its page. */
export const ticketEndWords: Record<TicketEnd, Record<Role, ReactNode>> = {
  cancelled: {
    company: <Trans>You cancelled it</Trans>,
    agency: <Trans>The company cancelled it</Trans>,
  },
  expired: {
    company: <Trans>We closed it: the agency did not answer within {DAYS_TO_ANSWER} days</Trans>,
    agency: <Trans>We closed it: you did not answer within {DAYS_TO_ANSWER} days</Trans>,
  },
  closed: {
    company: <Trans>We closed it before paying the agency</Trans>,
    agency: <Trans>We closed it before paying you</Trans>,
  },
  written_off: {
    company: <Trans>We closed it as in default: what was unpaid became due at once</Trans>,
    agency: <Trans>We closed it: that changes nothing about your payment</Trans>,
  },
  ended: {
    company: <Trans>We closed it: the bank could not pay the agency</Trans>,
    agency: <Trans>We closed it: the bank returned your payment</Trans>,
  },
};
