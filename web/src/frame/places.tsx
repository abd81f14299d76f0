import { Trans } from '@lingui/react/macro';
import type { Role } from '#domain/accounts/roles.ts';
import {
  FileIcon,
  HelpIcon,
  OverviewIcon,
  PaymentIcon,
  SettingsIcon,
  StatementIcon,
  TicketIcon,
} from '../ui/icons.tsx';
import type { Place } from '../ui/rail.tsx';

const look = 'size-5';

/** The places of a company or an agency, in the order of the rail. */
export function placesOf(role: Role): Place[] {
  return [
    {
      to: `/dashboard/${role}`,
      name: <Trans>Overview</Trans>,
      icon: <OverviewIcon className={look} />,
    },
    { to: '/tickets', name: <Trans>Tickets</Trans>, icon: <TicketIcon className={look} /> },
    role === 'company'
      ? { to: '/payments', name: <Trans>Payments</Trans>, icon: <PaymentIcon className={look} /> }
      : { to: '/payouts', name: <Trans>Payouts</Trans>, icon: <PaymentIcon className={look} /> },
    { to: '/documents', name: <Trans>Documents</Trans>, icon: <FileIcon className={look} /> },
    {
      to: '/account-statement',
      name: <Trans>Statement</Trans>,
      icon: <StatementIcon className={look} />,
    },
    { to: '/settings', name: <Trans>Settings</Trans>, icon: <SettingsIcon className={look} /> },
    { to: '/help', name: <Trans>Help</Trans>, icon: <HelpIcon className={look} /> },
  ];
}
