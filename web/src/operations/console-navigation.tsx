import { Trans, useLingui } from '@lingui/react/macro';
import { Rail, type PlaceSection } from '../ui/rail.tsx';

/** The console's places in the order of its work: money that leaves, money that comes, who they are, what has been. */
const sections: readonly PlaceSection[] = [
  {
    id: 'today',
    places: [
      { to: '/operations', name: <Trans>Today</Trans>, end: true },
      { to: '/operations/approvals', name: <Trans>Approvals</Trans> },
    ],
  },
  {
    id: 'out',
    title: <Trans>Disbursements</Trans>,
    places: [
      { to: '/operations/payouts', name: <Trans>Payouts</Trans> },
      { to: '/operations/stopped-payouts', name: <Trans>Stopped payouts</Trans> },
      { to: '/operations/refunds', name: <Trans>Refunds</Trans> },
      { to: '/operations/iban-changes', name: <Trans>IBANs</Trans> },
    ],
  },
  {
    id: 'in',
    title: <Trans>Collections</Trans>,
    places: [
      { to: '/operations/payments', name: <Trans>Payments</Trans> },
      { to: '/operations/transfer-reports', name: <Trans>Reported transfers</Trans> },
      { to: '/operations/bank-statements', name: <Trans>Bank statements</Trans> },
      { to: '/operations/virtual-ibans', name: <Trans>Virtual IBANs</Trans> },
      { to: '/operations/overdue', name: <Trans>Overdue installments</Trans> },
      { to: '/operations/small-rests', name: <Trans>Small rests</Trans> },
    ],
  },
  {
    id: 'customers',
    title: <Trans>Customers</Trans>,
    places: [
      { to: '/operations/companies', name: <Trans>Companies</Trans> },
      { to: '/operations/agencies', name: <Trans>Agencies</Trans> },
      { to: '/operations/budget-requests', name: <Trans>Budget requests</Trans> },
      { to: '/operations/reviews', name: <Trans>Tickets to review</Trans> },
      { to: '/operations/help-messages', name: <Trans>Messages</Trans> },
    ],
  },
  {
    id: 'records',
    title: <Trans>Records</Trans>,
    places: [
      { to: '/operations/portfolio', name: <Trans>Portfolio</Trans> },
      { to: '/operations/credit-policy', name: <Trans>Credit policy</Trans> },
      { to: '/operations/journal', name: <Trans>Journal</Trans> },
      { to: '/operations/audit', name: <Trans>Audit log</Trans> },
      { to: '/operations/privacy', name: <Trans>Personal data</Trans> },
      { to: '/operations/staff', name: <Trans>Staff</Trans> },
      { to: '/operations/system', name: <Trans>System</Trans> },
    ],
  },
];

/** The console's navigation: a rail in wide windows, a menu in others. */
export function ConsoleNavigation({ id, isOpen }: { id: string; isOpen: boolean }) {
  const { t } = useLingui();
  return (
    <div
      id={id}
      className={`max-xl:border-b max-xl:border-line max-xl:py-4 xl:sticky xl:top-0 xl:-mx-1 xl:max-h-dvh xl:self-start xl:overflow-y-auto xl:px-1 xl:py-8 print:hidden ${isOpen ? '' : 'max-xl:hidden'}`}
    >
      <Rail
        label={t`Operations`}
        sections={sections}
        className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4 xl:grid-cols-1"
      />
    </div>
  );
}
