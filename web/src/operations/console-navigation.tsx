import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { NavLink } from 'react-router';

interface Section {
  id: string;
  /** What its places have in common; the first places need no word. */
  title?: ReactNode;
  places: readonly { to: string; name: ReactNode }[];
}

/** The desk's places in the order of its work: money that leaves, money that comes, who they are, what has been. */
const sections: readonly Section[] = [
  {
    id: 'today',
    places: [
      { to: '/operations', name: <Trans>Today</Trans> },
      { to: '/operations/approvals', name: <Trans>Approvals</Trans> },
    ],
  },
  {
    id: 'out',
    title: <Trans>Paying out</Trans>,
    places: [
      { to: '/operations/payouts', name: <Trans>Payouts</Trans> },
      { to: '/operations/stopped-payouts', name: <Trans>Stopped payouts</Trans> },
      { to: '/operations/refunds', name: <Trans>Refunds</Trans> },
      { to: '/operations/iban-changes', name: <Trans>IBANs</Trans> },
    ],
  },
  {
    id: 'in',
    title: <Trans>Collecting</Trans>,
    places: [
      { to: '/operations/payments', name: <Trans>Payments</Trans> },
      { to: '/operations/transfer-reports', name: <Trans>Reported transfers</Trans> },
      { to: '/operations/bank-statements', name: <Trans>Bank statements</Trans> },
      { to: '/operations/overdue', name: <Trans>Overdue installments</Trans> },
    ],
  },
  {
    id: 'customers',
    title: <Trans>Customers</Trans>,
    places: [
      { to: '/operations/companies', name: <Trans>Companies</Trans> },
      { to: '/operations/agencies', name: <Trans>Agencies</Trans> },
      { to: '/operations/reviews', name: <Trans>Tickets to review</Trans> },
    ],
  },
  {
    id: 'records',
    title: <Trans>Records</Trans>,
    places: [
      { to: '/operations/portfolio', name: <Trans>Portfolio</Trans> },
      { to: '/operations/journal', name: <Trans>Journal</Trans> },
      { to: '/operations/audit', name: <Trans>Audit log</Trans> },
      { to: '/operations/staff', name: <Trans>Staff</Trans> },
    ],
  },
];

/** The ways about the desk: a rail on wide windows; on others what the menu button opens. */
export function ConsoleNavigation({
  id,
  isOpen,
  children,
}: {
  id: string;
  isOpen: boolean;
  /** Below the places. */
  children?: ReactNode;
}) {
  const { t } = useLingui();
  return (
    <div
      id={id}
      className={`max-xl:border-b max-xl:border-line max-xl:py-4 xl:sticky xl:top-0 xl:-mx-1 xl:max-h-dvh xl:self-start xl:overflow-y-auto xl:px-1 xl:py-8 print:hidden ${isOpen ? '' : 'max-xl:hidden'}`}
    >
      <nav
        aria-label={t`Operations`}
        className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4 xl:grid-cols-1"
      >
        {sections.map((section) => (
          <Places key={section.id} {...section} />
        ))}
      </nav>
      {children}
    </div>
  );
}

function Places({ title, places }: Section) {
  const id = useId();
  return (
    <div className={title ? '' : 'col-span-full'}>
      {title ? (
        <p id={id} className="eyebrow mb-1">
          {title}
        </p>
      ) : null}
      <ul aria-labelledby={title ? id : undefined}>
        {places.map(({ to, name }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={to === '/operations'}
              className="flex min-h-11 items-center border-s-2 border-line ps-3 font-medium text-ink-soft no-underline hover:text-ink aria-[current=page]:border-palm aria-[current=page]:font-semibold aria-[current=page]:text-ink xl:min-h-8.5"
            >
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
