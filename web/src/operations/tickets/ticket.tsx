import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Loss } from '#api/losses.ts';
import type { FinancedTicket } from '#api/operations-tickets.ts';
import { decidePayoutBy } from '#domain/installments/lateness.ts';
import type { Ticket } from '#api/tickets.ts';
import { shownStatus, withRecovered } from '#domain/installments/loss.ts';
import { restOf } from '#domain/installments/owed.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { canMove } from '#domain/moves.ts';
import {
  isPayoutReleased,
  payoutMoves,
  shownPayoutStatus,
  type PayoutStatus,
} from '#domain/payouts/payout.ts';
import type { ApprovalKind } from '#domain/servicing/approval-kinds.ts';
import { groupedReference, paymentReference } from '#domain/servicing/payment-reference.ts';
import { allows } from '#domain/tickets/ticket.ts';
import { call } from '../../api/call.ts';
import { AcceptedBy, EarlierSets, SetDocuments } from '../../documents/accepted-sets.tsx';
import { TicketDocuments } from '../../documents/ticket-documents.tsx';
import { ReadableFile } from '../../files/readable-file.tsx';
import { TicketBadge } from '../../tickets/ticket-badge.tsx';
import { StatusBadge, type Status } from '../../ui/status-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DueDate, IsoDate } from '../../ui/iso-date.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BackLink, ButtonLink, Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { BankCharges, paidByPayments } from '../../installments/bank-charges.tsx';
import { InvoiceCodeContents } from '../../tickets/invoice-code.tsx';
import { OpenApprovals } from '../approvals/approval.tsx';
import { JournalAmount } from '../ledger/journal-amount.tsx';
import { linesPath, type JournalFilters } from '../ledger/journal-filters.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { OpenDocument } from '../customers/uploaded-documents.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { AgencyClaims } from './agency-claims.tsx';
import { HoldNotices, ReviewState, ReviewTicket } from './ticket-review.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';
import { amountFact } from '../kit/amount-fact.tsx';
import { PartyLink } from '../kit/party-link.tsx';

/** One ticket as staff see it: what the company owes, what the agency is paid, how it can end. */
export default function StaffTicket() {
  const { t } = useLingui();
  const { ticketNumber = '' } = useParams();
  const query = useConsoleQuery(['ticket', ticketNumber], (signal) =>
    call('read_financed_ticket', { params: { ticket_number: ticketNumber }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${ticketNumber} · ${t`Operations`}`} />
      <PageHeader
        title={<bdi translate="no">{ticketNumber}</bdi>}
        lead={query.data ? <TicketBadge ticket={query.data.ticket} /> : undefined}
        back={
          <BackLink to="/operations">
            <Trans>Today</Trans>
          </BackLink>
        }
        actions={query.data ? <Actions details={query.data} /> : undefined}
      />
      <QueryResult
        query={query}
        missing={
          <EmptyState title={<Trans>There is no such ticket.</Trans>}>
            <Trans>Check its number again; it is on the ticket's page.</Trans>
          </EmptyState>
        }
      >
        {(details) => <Content details={details} now={new Date(query.dataUpdatedAt)} />}
      </QueryResult>
    </>
  );
}

function Content({ details, now }: { details: FinancedTicket; now: Date }) {
  const { ticket, payout } = details;
  const owedLines = { account: 'receivable', ticket: ticket.ticket_number };
  return (
    <div className="grid gap-10">
      <Obstacle details={details} />
      {payout?.stopped_on ? <StoppedNotice stoppedOn={payout.stopped_on} /> : null}
      {payout?.returned_on && waitsAgain(details) ? (
        <ReturnedNotice returnedOn={payout.returned_on} />
      ) : null}
      <OpenApprovals requests={details.approval_requests} now={now} />
      <HoldNotices details={details} />
      <DescriptionList
        facts={[
          amountFact(ticket.amount_sar),
          ...(details.loss
            ? lossFacts(details.ticket, details.loss)
            : [
                {
                  id: 'open',
                  label: <Trans>Still owed</Trans>,
                  value: <JournalAmount amount={details.open_amount} lines={owedLines} />,
                },
              ]),
          {
            id: 'reference',
            label: <Trans>Payment reference</Trans>,
            value: (
              <bdi translate="no" dir="ltr" className="tabular-nums">
                {groupedReference(paymentReference(ticket.ticket_number))}
              </bdi>
            ),
          },
          {
            id: 'company',
            label: <Trans>Company</Trans>,
            value: <PartyLink kind="companies" id={ticket.company_id} name={ticket.company_name} />,
          },
          {
            id: 'agency',
            label: <Trans>Agency</Trans>,
            value: <PartyLink kind="agencies" id={ticket.agency_id} name={ticket.agency_name} />,
          },
          {
            id: 'created',
            label: <Trans>Requested</Trans>,
            value: <IsoDate date={ticket.created_local_date} />,
          },
          { id: 'review', label: <Trans>Review</Trans>, value: <ReviewState details={details} /> },
          {
            id: 'invoice',
            label: <Trans>Invoice</Trans>,
            value: <Invoice ticket={ticket} invoice={details.invoice} />,
            wide: true,
          },
        ]}
      />
      <Installments details={details} />
      <Documents details={details} />
      {payout ? <Payout payout={payout} ticket={ticket.ticket_number} /> : null}
      <AgencyClaims details={details} />
      <TicketDocuments
        by="staff"
        ticketNumber={ticket.ticket_number}
        taxInvoices={details.tax_invoices}
        payout={payout}
        settledOn={details.settled_on}
        awaitsProof={details.settlement_awaits_proof}
      />
    </div>
  );
}

function Invoice({
  ticket,
  invoice: { code, seller, other_tickets, ...document },
}: {
  ticket: Ticket;
  invoice: FinancedTicket['invoice'];
}) {
  const { t } = useLingui();
  const { id } = document;
  const { ticket_number } = ticket;
  return (
    <>
      <div className="flex flex-wrap">
        <ReadableFile
          name={t`Invoice of ${ticket_number}`}
          link={() => call('open_document', { params: { id } })}
        >
          <span className="px-3">
            <OpenDocument {...document} />
          </span>
        </ReadableFile>
      </div>
      {code ? (
        <InvoiceCodeContents
          code={code}
          amount={halalasFromDecimal(ticket.amount_sar)}
          seller={seller}
        />
      ) : null}
      {other_tickets.length > 0 ? <OtherTickets tickets={other_tickets} /> : null}
    </>
  );
}

/** Other tickets of the same invoice. No company learns of another one's. */
function OtherTickets({ tickets }: { tickets: FinancedTicket['invoice']['other_tickets'] }) {
  return (
    <div className="mt-3 text-sm">
      <p className="font-medium">
        <Trans>Other tickets have the same invoice:</Trans>
      </p>
      <ul className="grid gap-1">
        {tickets.map((other) => (
          <li key={other.ticket_number} className="flex flex-wrap items-center gap-x-3">
            <Link to={`/operations/tickets/${other.ticket_number}`}>
              <bdi translate="no">{other.ticket_number}</bdi>
            </Link>
            <Money amount={other.amount_sar} />
            <TicketBadge ticket={other} />
            {other.is_of_other_company ? (
              <span className="font-medium text-overdue">
                <Trans>
                  Of another company: <UserText text={other.company_name ?? '—'} />
                </Trans>
              </span>
            ) : (
              <Trans>Of this company</Trans>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What was written off and what of it has come back, each followed to its lines. */
function lossFacts({ ticket_number: ticket }: Ticket, loss: Loss) {
  return [
    {
      id: 'written-off',
      label: <Trans>Written off</Trans>,
      value: (
        <JournalAmount
          amount={loss.written_off_amount}
          lines={{ account: 'receivable', event: 'written_off', ticket }}
        />
      ),
    },
    {
      id: 'recovered',
      label: <Trans>Recovered</Trans>,
      value: (
        <JournalAmount amount={loss.recovered_amount} lines={{ account: 'recoveries', ticket }} />
      ),
    },
    {
      id: 'unrecovered',
      label: <Trans>Still owed</Trans>,
      value: <Money amount={loss.unrecovered_amount} />,
    },
  ];
}

function Installments({ details }: { details: FinancedTicket }) {
  const { t } = useLingui();
  return (
    <Card
      look="plain"
      title={<Trans>Installments</Trans>}
      aside={
        <Link to={linesPath({ ticket: details.ticket.ticket_number })}>
          <Trans>Journal entries</Trans>
        </Link>
      }
    >
      <Table
        label={t`Installments`}
        rows={details.installments}
        rowKey={({ seq }) => seq}
        columns={installmentColumns(details)}
      />
    </Card>
  );
}

/** What the company accepted or still has to; that staff open one is kept. */
function Documents({
  details: { ticket, document_sets, awaits_cr_number, awaits_company_name },
}: {
  details: FinancedTicket;
}) {
  const [newest, ...earlier] = document_sets;
  if (!newest) return awaits_cr_number || awaits_company_name ? <AwaitsCompanyDetails /> : null;
  return (
    <Card look="plain" title={<Trans>Financing documents</Trans>}>
      <div className="grid gap-3">
        {newest.accepted_at ? (
          <AcceptedBy set={newest} />
        ) : (
          <p className="text-ink-soft">
            <Trans>The company has not accepted these yet.</Trans>
          </p>
        )}
        <SetDocuments ticketId={ticket.id} set={newest} asStaff />
        <EarlierSets ticketId={ticket.id} sets={earlier} asStaff />
      </div>
    </Card>
  );
}

/** Why there are no documents yet: nobody but the company can give what they name it with. */
function AwaitsCompanyDetails() {
  return (
    <Card look="plain" title={<Trans>Financing documents</Trans>}>
      <p className="text-ink-soft">
        <Trans>
          None yet: they state the company’s name and its commercial registration number. The
          company is asked on the ticket for what is missing.
        </Trans>
      </p>
    </Card>
  );
}

function Payout({
  payout,
  ticket,
}: {
  payout: NonNullable<FinancedTicket['payout']>;
  ticket: string;
}) {
  const figure = (amount: string, lines: JournalFilters) =>
    isInJournal(payout) ? (
      <JournalAmount amount={amount} lines={{ ...lines, ticket }} />
    ) : (
      <Money amount={amount} />
    );
  return (
    <Card
      look="plain"
      title={<Trans>Payout to the agency</Trans>}
      aside={<StatusBadge status={shownPayoutStatus(payout)} />}
    >
      <DescriptionList
        facts={[
          {
            id: 'gross',
            label: <Trans>Gross</Trans>,
            value: figure(payout.gross_amount, {
              account: 'agency_payable',
              event: 'ticket_financed',
            }),
          },
          {
            id: 'fee',
            label: <Trans>Fee (5%)</Trans>,
            value: figure(payout.fee_amount, { account: 'agency_payable', event: 'fee_earned' }),
          },
          {
            id: 'net',
            label: <Trans>Net (95%)</Trans>,
            // What came back stands in the bank's account twice.
            value: figure(
              payout.net_amount,
              isPayoutReleased(payout.status)
                ? { account: 'bank', event: 'payout_sent' }
                : { account: 'agency_payable' },
            ),
          },
          {
            id: 'run',
            label: <Trans>Payout run</Trans>,
            value: payout.run_id ? (
              <Link to={`/operations/payouts/${payout.run_id}`}>
                <Trans>Open the run</Trans>
              </Link>
            ) : (
              '—'
            ),
          },
        ]}
      />
    </Card>
  );
}

const canClose = ({ ticket, is_in_open_run }: FinancedTicket) =>
  allows('close', ticket) && !is_in_open_run;
const isStopped = ({ payout }: FinancedTicket) => Boolean(payout?.stopped_on);
/** Its payout came back after it was done, and is not sent again yet. */
const waitsAgain = ({ payout }: FinancedTicket) =>
  payout !== null && payout.returned_on !== null && payout.status === 'Pending';
const isAnswered = ({ payout }: FinancedTicket) =>
  !(payout && canMove<PayoutStatus>(payoutMoves.confirm, payout.status));
const isAskedFor = ({ approval_requests }: FinancedTicket, asked: ApprovalKind) =>
  approval_requests.some(({ kind }) => kind === asked);
const canWriteOff = (details: FinancedTicket) =>
  isAnswered(details) && !isAskedFor(details, 'write_off_ticket');

const isInDefault = ({ loss }: FinancedTicket) =>
  loss !== null && loss.unrecovered_amount !== '0.00';

/** Why the ticket cannot be ended now, or not by one person, where that is what one would expect. */
function Obstacle({ details }: { details: FinancedTicket }) {
  if (details.closing_takes_two && !details.is_in_open_run && !isStopped(details)) {
    return (
      <Notice tone="info">
        <Trans>
          One person has said that its payout did not arrive or was returned, and no bank statement
          shows it. The next run pays the agency again, or two people end the ticket.
        </Trans>
      </Notice>
    );
  }
  if (allows('close', details.ticket) && !canClose(details)) {
    return (
      <Notice tone="info">
        <Trans>It is in an open payout run. Discard the run to close the ticket.</Trans>
      </Notice>
    );
  }
  if (allows('write_off', details.ticket) && !isAnswered(details)) {
    return (
      <Notice tone="info">
        <Trans>Its payout has not been answered. Until then nothing can be written off.</Trans>
      </Notice>
    );
  }
  return null;
}

/** What two people decide about, and by when. */
function StoppedNotice({ stoppedOn }: { stoppedOn: string }) {
  return (
    <Notice
      tone="warn"
      title={
        <Trans>
          The payout is stopped: decide by <IsoDate date={decidePayoutBy(stoppedOn)} />
        </Trans>
      }
    >
      <Trans>
        The company has installments that are overdue for too long. Two people either pay the agency
        anyway or end the ticket. The agency has been told the date, but not the reason.
      </Trans>
    </Notice>
  );
}

/** We owe the agency although the ticket is done. */
function ReturnedNotice({ returnedOn }: { returnedOn: string }) {
  return (
    <Notice
      tone="warn"
      title={
        <Trans>
          The payout was returned on <IsoDate date={returnedOn} />
        </Trans>
      }
    >
      <Trans>
        We owe the agency. The next payout run sends it again, to the IBAN that is approved then. If
        that is not possible, two people end the ticket: everything is reversed, and what the
        company has paid for it is its credit.
      </Trans>
    </Notice>
  );
}

function Actions({ details }: { details: FinancedTicket }) {
  const [asking, setAsking] = useState<Ending | null>(null);
  const { ticket } = details;
  return (
    <>
      {isStopped(details) ? (
        <>
          <Button
            isDisabled={isAskedFor(details, 'pay_stopped_payout')}
            onPress={() => setAsking('pay_stopped_payout')}
          >
            <Trans>Ask to pay anyway</Trans>
          </Button>
          <Button
            tone="danger"
            isDisabled={!canClose(details) || isAskedFor(details, 'end_stopped_ticket')}
            onPress={() => setAsking('end_stopped_ticket')}
          >
            <Trans>Ask to end the ticket</Trans>
          </Button>
        </>
      ) : allows('close', ticket) && !details.closing_takes_two ? (
        <Button
          tone="danger"
          isDisabled={!canClose(details)}
          onPress={() => setAsking('close_ticket')}
        >
          <Trans>Close the ticket</Trans>
        </Button>
      ) : null}
      {waitsAgain(details) || (details.closing_takes_two && !isStopped(details)) ? (
        <Button
          tone="danger"
          isDisabled={details.is_in_open_run || isAskedFor(details, 'end_returned_payout')}
          onPress={() => setAsking('end_returned_payout')}
        >
          <Trans>Ask to end the ticket</Trans>
        </Button>
      ) : null}
      {allows('write_off', ticket) ? (
        <>
          <Button
            tone="danger"
            isDisabled={!canWriteOff(details)}
            onPress={() => setAsking('write_off_ticket')}
          >
            <Trans>Ask to write off</Trans>
          </Button>
        </>
      ) : null}
      {allows('write_off', ticket) || isInDefault(details) ? (
        <ButtonLink to={`/operations/payments?record=${ticket.ticket_number}`}>
          <Trans>Record a payment</Trans>
        </ButtonLink>
      ) : null}
      {details.settleable_rest ? (
        <Button
          isDisabled={isAskedFor(details, 'settle_further_bank_charges')}
          onPress={() =>
            setAsking(
              details.settleable_rest?.takes_two
                ? 'settle_further_bank_charges'
                : 'settle_bank_charges',
            )
          }
        >
          {details.settleable_rest.takes_two ? (
            <Trans>Ask to settle the rest as bank charges</Trans>
          ) : (
            <Trans>Settle the rest as bank charges</Trans>
          )}
        </Button>
      ) : null}
      {details.reviewers_needed === 1 ? <ReviewTicket details={details} /> : null}
      {details.reviewers_needed === 2 ? (
        <Button
          isDisabled={isAskedFor(details, 'pay_without_budget')}
          onPress={() => setAsking('pay_without_budget')}
        >
          <Trans>Ask to pay without a set budget</Trans>
        </Button>
      ) : null}
      {asking ? <End move={asking} details={details} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

type Ending =
  | 'close_ticket'
  | 'write_off_ticket'
  | 'pay_stopped_payout'
  | 'pay_without_budget'
  | 'end_stopped_ticket'
  | 'end_returned_payout'
  | 'settle_bank_charges'
  | 'settle_further_bank_charges';

const bankChargesOf = ({ settleable_rest }: FinancedTicket) => ({
  label: <Trans>Bank charges</Trans>,
  amount: settleable_rest?.amount_sar,
});

/** What is asked before a ticket is ended or its stopped payout is made, and what is done then. */
const endings: Record<
  Ending,
  {
    title: ReactNode;
    lead: ReactNode;
    confirm: ReactNode;
    /** What it is about, by its name. */
    amount: (details: FinancedTicket) => { label: ReactNode; amount: string | undefined };
  }
> = {
  close_ticket: {
    title: <Trans>Close this ticket?</Trans>,
    lead: <Trans>Its payout is cancelled, and the company owes nothing for it.</Trans>,
    confirm: <Trans>Close the ticket</Trans>,
    amount: ({ ticket }) => ({ label: <Trans>Amount</Trans>, amount: ticket.amount_sar }),
  },
  write_off_ticket: {
    title: <Trans>Ask to write this ticket off?</Trans>,
    lead: (
      <Trans>
        Once another person has approved it, what is still owed is counted as lost, the ticket is
        closed and the company's budget suspended. The company owes it as before.
      </Trans>
    ),
    confirm: <Trans>Ask to write off</Trans>,
    amount: ({ open_amount }) => ({ label: <Trans>Counted as lost</Trans>, amount: open_amount }),
  },
  pay_stopped_payout: {
    title: <Trans>Ask to pay the agency anyway?</Trans>,
    lead: (
      <Trans>
        Once another person has approved it, the payout goes into the next run although the company
        is overdue. Both sides are told.
      </Trans>
    ),
    confirm: <Trans>Ask to pay anyway</Trans>,
    amount: ({ payout }) => ({ label: <Trans>Net (95%)</Trans>, amount: payout?.net_amount }),
  },
  pay_without_budget: {
    title: <Trans>Ask to pay without a set budget?</Trans>,
    lead: (
      <Trans>
        You have read its invoice and the documents that the company has accepted. Once another
        person has approved it, the payout goes into the next run although the company has no set
        budget and its open tickets are above the limit for one person.
      </Trans>
    ),
    confirm: <Trans>Ask to pay without a set budget</Trans>,
    amount: ({ ticket }) => ({ label: <Trans>Amount</Trans>, amount: ticket.amount_sar }),
  },
  end_stopped_ticket: {
    title: <Trans>Ask to end this ticket?</Trans>,
    lead: (
      <Trans>
        Once another person has approved it, the payout is cancelled, and the company owes nothing
        for this ticket. Both sides are told.
      </Trans>
    ),
    confirm: <Trans>Ask to end the ticket</Trans>,
    amount: ({ ticket }) => ({ label: <Trans>Amount</Trans>, amount: ticket.amount_sar }),
  },
  end_returned_payout: {
    title: <Trans>Ask to end this ticket?</Trans>,
    lead: (
      <Trans>
        Once another person has approved it, everything is reversed: the agency is not paid, its fee
        is credited, nothing counts as lost, and what the company has paid for it is its credit. The
        ticket never opens again.
      </Trans>
    ),
    confirm: <Trans>Ask to end the ticket</Trans>,
    amount: ({ ticket }) => ({ label: <Trans>Amount</Trans>, amount: ticket.amount_sar }),
  },
  settle_bank_charges: {
    title: <Trans>Settle the rest as bank charges?</Trans>,
    lead: (
      <Trans>
        It is our expense, and the company owes nothing more for it. If the money comes after all,
        it pays the rest.
      </Trans>
    ),
    confirm: <Trans>Settle the rest</Trans>,
    amount: bankChargesOf,
  },
  settle_further_bank_charges: {
    title: <Trans>Ask to settle the rest as bank charges?</Trans>,
    lead: (
      <Trans>
        More than SAR 25.00 of this company would be bank charges within a year. Once another person
        has approved it, the rest is our expense, and the company owes nothing more for it.
      </Trans>
    ),
    confirm: <Trans>Ask to settle the rest</Trans>,
    amount: bankChargesOf,
  },
};

const harmless = new Set<Ending>([
  'pay_stopped_payout',
  'pay_without_budget',
  'settle_bank_charges',
  'settle_further_bank_charges',
]);

function End({
  move,
  details,
  onClose,
}: {
  move: Ending;
  details: FinancedTicket;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { ticket } = details;
  const { title, lead, confirm, amount } = endings[move];
  const { label, amount: figure } = amount(details);
  const params = { id: ticket.id };
  return (
    <ReasonDialog
      title={title}
      lead={lead}
      isDanger={!harmless.has(move)}
      facts={[
        {
          id: 'ticket',
          label: <Trans>Ticket</Trans>,
          value: <bdi translate="no">{ticket.ticket_number}</bdi>,
        },
        {
          id: 'company',
          label: <Trans>Company</Trans>,
          value: <UserText text={ticket.company_name ?? '—'} />,
        },
        { id: 'amount', label, value: figure ? <Money amount={figure} /> : '—' },
      ]}
      confirm={confirm}
      operation={move}
      input={({ reason, ...said }) => ({
        params,
        body:
          move === 'settle_bank_charges'
            ? { reason, amount_sar: figure ?? '0.00' }
            : { reason, ...said },
      })}
      done={
        move === 'close_ticket'
          ? t`The ticket is closed`
          : move === 'settle_bank_charges'
            ? t`The rest is settled`
            : t`Another person is asked to approve it`
      }
      onClose={onClose}
    />
  );
}

/** What a company owes and an agency gets stands in the journal once the payout is released. */
const isInJournal = (payout: FinancedTicket['payout']) =>
  payout !== null && (isPayoutReleased(payout.status) || payout.returned_on !== null);

/** How an installment reads: its status, but where its ticket was written off. */
function shownStatuses({ installments, loss }: FinancedTicket): Map<string, Status> {
  if (!loss) return new Map(installments.map(({ id, status }) => [id, status]));
  const counted = installments.map((one) => ({
    ...one,
    amount_halalas: halalasFromDecimal(one.amount_sar),
    paid_halalas: halalasFromDecimal(one.paid_amount),
  }));
  return new Map(
    withRecovered(counted, halalasFromDecimal(loss.recovered_amount)).map((one) => [
      one.id,
      shownStatus(one.status, restOf(one), 'staff'),
    ]),
  );
}

const installmentColumns = (
  details: FinancedTicket,
  isFinanced = isInJournal(details.payout),
  shown = shownStatuses(details),
): Column<FinancedTicket['installments'][number]>[] => [
  {
    id: 'seq',
    header: <Trans>Installment</Trans>,
    cell: ({ seq }) => <Trans>Installment {seq}</Trans>,
  },
  {
    id: 'due',
    header: <Trans>Due date</Trans>,
    cell: ({ due_date }) => <DueDate date={due_date} />,
  },
  {
    id: 'status',
    header: <Trans>Status</Trans>,
    cell: ({ id, status }) => <StatusBadge status={shown.get(id) ?? status} />,
  },
  {
    id: 'amount',
    header: <Trans>Amount</Trans>,
    figures: true,
    cell: ({ id, amount_sar }) =>
      isFinanced ? (
        <JournalAmount
          amount={amount_sar}
          lines={{ account: 'receivable', event: 'ticket_financed', installment: id }}
        />
      ) : (
        <Money amount={amount_sar} />
      ),
  },
  {
    id: 'paid',
    header: <Trans context="of an amount">Paid</Trans>,
    figures: true,
    cell: ({ id, paid_amount, bank_charges }) => (
      <>
        <JournalAmount
          amount={paidByPayments({ paid_amount, bank_charges })}
          lines={{ account: 'receivable', event: 'payment_allocated', installment: id }}
        />
        <BankCharges amount={bank_charges} />
      </>
    ),
  },
];
