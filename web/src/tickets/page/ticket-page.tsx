import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, type MouseEvent } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { Ticket, TicketDetails } from '#api/tickets.ts';
import type { Role } from '#domain/accounts/roles.ts';
import { useAuth } from '../../accounts/auth-context.tsx';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { TicketDocuments } from '../../documents/ticket-documents.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorReference } from '../../ui/error-reference.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { BackLink, ButtonLink, Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Skeleton, Waiting } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import type { FromScreen } from '../ticket-link.tsx';
import { FinancingDocuments } from './financing-documents.tsx';
import { TicketHead } from './header.tsx';
import { TicketHowToPay } from './how-to-pay.tsx';
import { TicketNextStep } from './next-step.tsx';
import { TicketPayments } from './payments.tsx';
import { TicketPayout } from './payout.tsx';
import { TicketRequest } from './request.tsx';
import { TicketSchedule } from './schedule.tsx';
import { TicketHistory } from './history.tsx';
import { ReportedTransfers } from '../transfer/reported-transfers.tsx';
import { useTicket } from '../ticket-query.ts';

/** One ticket at its own address, for its company and its agency. */
export default function TicketScreen() {
  const { ticketNumber = '' } = useParams();
  return (
    <>
      <DocumentTitle name={ticketNumber} />
      <div className="pt-6 sm:pt-8 print:hidden">
        <BackToDashboard />
      </div>
      <TicketPage key={ticketNumber} ticketNumber={ticketNumber} />
    </>
  );
}

/** A step back where the person came from a screen of ours, which then stands where it was left. */
function BackToDashboard() {
  const navigate = useNavigate();
  const { role } = useAuth();
  const { from } = (useLocation().state ?? {}) as Partial<FromScreen>;
  const stepBack = (event: MouseEvent) => {
    if (!from || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <BackLink to={from ?? `/dashboard/${role ?? 'company'}`} onClick={stepBack}>
      <Trans>Back to Dashboard</Trans>
    </BackLink>
  );
}

function TicketPage({ ticketNumber }: { ticketNumber: string }) {
  const { t } = useLingui();
  const { role } = useAuth();
  const { data, known, error, fetchStatus, refetch } = useTicket(ticketNumber);
  const isMissing = error instanceof ApiError && error.code === 'not_found';
  useEffect(() => {
    if (!error || isMissing) return;
    toast.error(messageOf(error, t`The ticket could not be loaded.`), {
      id: 'ticket',
      cause: error,
    });
  }, [error, isMissing, t]);
  if (isMissing) return <Missing />;
  if (data) return <Content role={data.role} ticket={data.ticket} details={data} />;
  // Without a row of it there is nothing to show beside what went wrong.
  if (error) {
    return (
      <div className="pt-6">
        <NumberAsTitle ticketNumber={ticketNumber} />
        <ErrorState
          message={messageOf(error, t`The ticket could not be loaded.`)}
          onRetry={() => void refetch()}
        >
          <ErrorReference of={error} />
        </ErrorState>
      </div>
    );
  }
  if (known && (role === 'company' || role === 'agency')) {
    return <Content role={role} ticket={known} details={null} />;
  }
  if (fetchStatus === 'paused') {
    return (
      <div className="pt-6">
        <NumberAsTitle ticketNumber={ticketNumber} />
        <EmptyState title={<Trans>You appear to be offline.</Trans>}>
          <Trans>The ticket appears here once the connection is back.</Trans>
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="pt-6">
      <NumberAsTitle ticketNumber={ticketNumber} />
      <Waiting>
        <PageSkeleton />
      </Waiting>
    </div>
  );
}

/** The heading while no more than the address is known. */
function NumberAsTitle({ ticketNumber }: { ticketNumber: string }) {
  return (
    <h1 className="text-title mb-6">
      <Trans>
        Ticket <UserText text={ticketNumber} />
      </Trans>
    </h1>
  );
}

function Missing() {
  const { role } = useAuth();
  return (
    <>
      <PageHeader
        title={<Trans>Ticket not found</Trans>}
        lead={<Trans>We could not find that ticket, or you do not have access to it.</Trans>}
      />
      <ButtonLink to={`/dashboard/${role ?? 'company'}`}>
        <Trans>Go to your dashboard</Trans>
      </ButtonLink>
    </>
  );
}

/** `details` are null while only a row of the ticket is known: what it does not hold keeps its place. */
function Content({
  role,
  ticket,
  details,
}: {
  role: Role;
  ticket: Ticket;
  details: TicketDetails | null;
}) {
  return (
    <article>
      <TicketHead role={role} ticket={ticket} />
      {details ? <TicketNextStep details={details} /> : <Skeleton className="h-36" />}
      {details?.how_to_pay ? (
        <TicketHowToPay details={details} howToPay={details.how_to_pay} />
      ) : null}
      <div className="mt-10 grid items-start gap-x-14 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="xl:order-last print:hidden">
          {details ? <TicketHistory details={details} /> : <Skeleton className="h-72" />}
        </div>
        <div className="grid min-w-0 gap-10">
          {details ? <Figures details={details} /> : <Skeleton className="h-64" />}
          {details ? <FinancingDocuments details={details} /> : null}
          {details ? (
            <TicketDocuments
              by="party"
              ticketNumber={ticket.ticket_number}
              taxInvoices={details.tax_invoices ?? []}
              payout={details.payout}
              settledOn={details.settled_on}
              awaitsProof={details.settlement_awaits_proof}
            />
          ) : null}
          <TicketRequest ticket={ticket} invoice={details?.invoice ?? null} />
          <p className="print:hidden">
            <Link to={`/help?ticket=${ticket.ticket_number}`} className="text-link">
              <Trans>Ask us about this ticket</Trans>
            </Link>
          </p>
        </div>
      </div>
    </article>
  );
}

/** What moves money: for the company what it repays, when, and what it has paid; for the agency what it is paid. */
function Figures({ details }: { details: TicketDetails }) {
  const { installments, payments, transfer_reports } = details;
  if (!installments) return <TicketPayout details={details} />;
  return (
    <>
      <TicketSchedule details={details} installments={installments} />
      {payments && payments.length > 0 ? <TicketPayments payments={payments} /> : null}
      {transfer_reports && transfer_reports.length > 0 ? (
        <ReportedTransfers reports={transfer_reports} />
      ) : null}
    </>
  );
}

function PageSkeleton() {
  return (
    <div>
      <div className="grid grid-cols-1 gap-4 pb-8">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="h-14 w-80 max-w-full" />
      </div>
      <Skeleton className="h-36" />
      <div className="mt-10 grid gap-x-14 gap-y-10 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid content-start gap-10">
          <Skeleton className="h-64" />
          <Skeleton className="h-40" />
        </div>
        <Skeleton className="h-72" />
      </div>
    </div>
  );
}
