import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import type { BankStatementLineView, LineList } from '#api/bank-statements.ts';
import { groupedAmount } from '#domain/amount-format.ts';
import { groupedIban } from '#domain/iban.ts';
import type { NamedNumber } from '#domain/servicing/named-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { lineFacts } from './line-facts.tsx';
import { useConfirmLine } from './use-confirm-line.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AlertIcon, BanIcon, CheckIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { SignedMoney } from '../../ui/signed-money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmFactsDialog } from '../kit/confirm-facts-dialog.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { consoleTicketPath } from '../tickets/ticket-path.ts';
import { useReasonWord, useRefusalWord } from './bank-statement-labels.ts';

const ChoosePayerDialog = lazyPart(() => import('./choose-payer-dialog.tsx'));

type Line = BankStatementLineView;
type Move = 'confirm' | 'choose' | 'set_aside' | 'reopen';
interface Question {
  move: Move;
  line: Line;
}

/** Lines of a statement, what each may be, and what may be decided about it; of a rejected one nothing. */
export function BankStatementLines({
  lines,
  isRejected,
}: {
  lines: readonly Line[];
  isRejected: boolean;
}) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<Question | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Table
        label={t`Lines of the statement`}
        rows={lines}
        rowKey={({ id }) => id}
        columns={columns(setAsking).filter(({ id }) => id !== 'moves' || !isRejected)}
        empty={<EmptyState title={<Trans>No lines here.</Trans>} />}
      />
      {asking ? <Ask question={asking} onClose={close} /> : null}
    </>
  );
}

function Ask({ question: { move, line }, onClose }: { question: Question; onClose: () => void }) {
  switch (move) {
    case 'confirm':
      return line.return_charges ? (
        <SettleReturn line={line} charges={line.return_charges} onClose={onClose} />
      ) : line.payout ? (
        <AnswerPayout line={line} onClose={onClose} />
      ) : line.refund ? (
        <AnswerRefund line={line} onClose={onClose} />
      ) : line.is_reversal ? (
        <TakeBack line={line} onClose={onClose} />
      ) : (
        <Confirm line={line} onClose={onClose} />
      );
    case 'choose':
      return <ChoosePayerDialog line={line} onClose={onClose} />;
    case 'set_aside':
      return <SetAside line={line} onClose={onClose} />;
    case 'reopen':
      return <Reopen line={line} onClose={onClose} />;
  }
}

function columns(onAsk: (question: Question) => void): Column<Line>[] {
  return [
    {
      id: 'day',
      header: <Trans>Value date</Trans>,
      cell: ({ value_date }) => <IsoDate date={value_date} />,
    },
    { id: 'said', header: <Trans>From the bank</Trans>, cell: (line) => <Said line={line} /> },
    { id: 'match', header: <Trans>What it is</Trans>, cell: (line) => <Match line={line} /> },
    {
      id: 'moves',
      header: <Trans>Decide</Trans>,
      cell: (line) => <Moves line={line} onAsk={onAsk} />,
    },
    {
      id: 'amount',
      header: <Trans>Amount</Trans>,
      figures: true,
      cell: (line) => <Amount line={line} />,
    },
  ];
}

function Amount({ line: { amount, currency, direction } }: { line: Line }) {
  const isOut = direction === 'debit';
  if (currency === 'SAR') return <SignedMoney amount={isOut ? `-${amount}` : amount} />;
  return (
    <bdi translate="no" dir="ltr" className="whitespace-nowrap tabular-nums">
      {`${isOut ? '\u2212' : ''}${groupedAmount(amount)} ${currency}`}
    </bdi>
  );
}

/** The payer, what was written, and the bank's own reference; whatever the direction of each, they begin at one edge. */
function Said({ line }: { line: Line }) {
  const { payer_name, remittance, bank_reference, credited, taken_back_sar } = line;
  return (
    <span className="grid max-w-md justify-items-start gap-0.5 cards:justify-items-end cards:text-end">
      <span>
        <UserText text={payer_name ?? '—'} />
      </span>
      {remittance ? (
        <span className="text-sm text-ink-soft">
          <UserText text={remittance} />
        </span>
      ) : null}
      {bank_reference ? (
        <span className="text-sm text-ink-faint">
          <UserText text={bank_reference} />
        </span>
      ) : null}
      {credited ? <Credited credited={credited} /> : null}
      {taken_back_sar ? (
        <span className="text-sm text-ink-soft">
          <Trans>
            The bank has taken <Money amount={taken_back_sar} /> of it back
          </Trans>
        </span>
      ) : null}
    </span>
  );
}

/** The virtual IBAN that the money went to, and whose it is. */
function Credited({ credited }: { credited: NonNullable<Line['credited']> }) {
  const { iban, company_id, company_name } = credited;
  return (
    <span className="text-sm text-ink-soft">
      <bdi translate="no" dir="ltr" className="tabular-nums">
        {groupedIban(iban)}
      </bdi>
      {company_id ? (
        <>
          {' · '}
          <Link to={`/operations/companies/${company_id}`}>
            <UserText text={company_name ?? '—'} />
          </Link>
        </>
      ) : null}
    </span>
  );
}

function Match({ line }: { line: Line }) {
  const reasonWord = useReasonWord();
  const refusalWord = useRefusalWord();
  switch (line.status) {
    case 'Open':
      return (
        <span className="grid max-w-md justify-items-start gap-1 cards:justify-items-end cards:text-end">
          {line.proposed ? <Proposed line={line} /> : null}
          {line.payout ? <OfPayout payout={line.payout} /> : null}
          {line.refund ? <OfRefund refund={line.refund} /> : null}
          {line.payout_file ? <OfPayoutFile file={line.payout_file} /> : null}
          {line.match_reason ? (
            <span className="text-sm text-ink-soft">{reasonWord(line.match_reason)}</span>
          ) : null}
        </span>
      );
    case 'Confirmed':
      return (
        <span className="grid justify-items-start gap-1 cards:justify-items-end">
          <Badge tone="good" icon={CheckIcon}>
            <Trans context="a line">Confirmed</Trans>
          </Badge>
          {line.payment ? (
            <Link to={`/operations/payments/${line.payment.id}`}>
              <UserText text={line.payment.company_name ?? numberOf(line.payment) ?? '—'} />
            </Link>
          ) : null}
          <span className="text-sm text-ink-soft">
            <bdi translate="no">{line.decided_by}</bdi>
          </span>
        </span>
      );
    case 'SetAside':
      return (
        <span className="grid justify-items-start gap-1 cards:justify-items-end">
          <span>
            <UserText isProse text={line.set_aside_reason ?? '—'} />
          </span>
          <span className="text-sm text-ink-soft">
            <bdi translate="no">{line.decided_by}</bdi>
          </span>
        </span>
      );
    case 'Settled':
      return <Settled line={line} />;
    case 'Debit':
      return (
        <span className="grid justify-items-start gap-1 cards:justify-items-end">
          <Badge icon={BanIcon}>
            <Trans>Outgoing payment</Trans>
          </Badge>
          {line.payout_file ? <OfPayoutFile file={line.payout_file} /> : null}
        </span>
      );
    case 'Refused':
      return (
        <Badge tone="now" icon={AlertIcon}>
          {line.refusal ? refusalWord(line.refusal) : '—'}
        </Badge>
      );
  }
}

/** The bank took the money back: the other line, and the payment that was reversed. */
function Settled({ line }: { line: Line }) {
  const { counter_line, payment, payout, refund, bank_charges_sar, decided_by } = line;
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      {payout?.outcome ? (
        <>
          <StatusBadge status={payout.outcome} />
          <OfPayout payout={payout} />
        </>
      ) : refund?.outcome ? (
        <>
          <StatusBadge status={refund.outcome} />
          <OfRefund refund={refund} />
        </>
      ) : (
        <Badge icon={BanIcon}>
          <Trans>Reversed by the bank</Trans>
        </Badge>
      )}
      {bank_charges_sar ? (
        <span className="text-sm text-ink-soft">
          <Trans>
            <Money amount={bank_charges_sar} /> booked as bank charges
          </Trans>
        </span>
      ) : null}
      {counter_line ? <LinePlace place={counter_line} list="settled" /> : null}
      {payment ? (
        <Link to={`/operations/payments/${payment.id}`}>
          <Trans>The reversed payment</Trans>
        </Link>
      ) : null}
      <span className="text-sm text-ink-soft">
        <bdi translate="no">{decided_by}</bdi>
      </span>
    </span>
  );
}

/** The payout that a line names: its ticket, its agency, its run. */
function OfPayout({ payout }: { payout: NonNullable<Line['payout']> }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 cards:justify-end">
      <UserText text={payout.agency_name ?? '—'} className="font-semibold" />
      <Link to={consoleTicketPath(payout.ticket_number)}>
        <bdi translate="no">{payout.ticket_number}</bdi>
      </Link>
      <Link to={`/operations/payouts/${payout.run_id}`}>
        <Trans>Payout run</Trans>
      </Link>
    </span>
  );
}

/** The payout file that a debit names. */
function OfPayoutFile({ file }: { file: NonNullable<Line['payout_file']> }) {
  return (
    <Link to={`/operations/payouts/${file.run_id}`}>
      <Trans>Payout run, file {file.file_no}</Trans>
    </Link>
  );
}

/** The refund that a line names: whose it is, and its payment. */
function OfRefund({ refund }: { refund: NonNullable<Line['refund']> }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 cards:justify-end">
      <UserText text={refund.company_name ?? refund.beneficiary ?? '—'} className="font-semibold" />
      <Link to={`/operations/payments/${refund.payment_id}`}>
        <Trans>The refunded payment</Trans>
      </Link>
    </span>
  );
}

function LinePlace({
  place: { statement_id, line_no, value_date },
  list,
}: {
  place: NonNullable<Line['counter_line']>;
  list?: LineList;
}) {
  return (
    <Link to={`/operations/bank-statements/${statement_id}${list ? `?list=${list}` : ''}`}>
      <Trans>
        Line {line_no} of <IsoDate date={value_date} />
      </Trans>
    </Link>
  );
}

const numberOf = ({ ticket_number, request_number }: NamedNumber) =>
  ticket_number ?? request_number;

function Proposed({ line: { proposed, is_reversal } }: { line: Line }) {
  if (!proposed) return null;
  const { company_name, ticket_number, request_number, payment_id, credit_line } = proposed;
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 cards:justify-end">
      {company_name ? <UserText text={company_name} className="font-semibold" /> : null}
      {ticket_number ? (
        <Link to={consoleTicketPath(ticket_number)}>
          <bdi translate="no">{ticket_number}</bdi>
        </Link>
      ) : null}
      {request_number ? <bdi translate="no">{request_number}</bdi> : null}
      {payment_id ? (
        <Link to={`/operations/payments/${payment_id}`}>
          {is_reversal ? (
            <Trans>The payment that it reverses</Trans>
          ) : (
            <Trans>The recorded payment</Trans>
          )}
        </Link>
      ) : null}
      {credit_line ? <LinePlace place={credit_line} /> : null}
    </span>
  );
}

function Moves({ line, onAsk }: { line: Line; onAsk: (question: Question) => void }) {
  const { t } = useLingui();
  const no = line.line_no;
  if (line.status === 'SetAside') {
    return (
      <Button
        tone="quiet"
        size="small"
        className="-mx-3"
        aria-label={t`Decide again: line ${no}`}
        onPress={() => onAsk({ move: 'reopen', line })}
      >
        <Trans>Decide again</Trans>
      </Button>
    );
  }
  if (line.status !== 'Open') return <span className="text-ink-faint">—</span>;
  return (
    <span
      className={`flex flex-wrap gap-2 whitespace-nowrap xl:flex-nowrap cards:-me-3 cards:justify-end ${line.proposed ? '' : 'rows:-ms-3'}`}
    >
      {line.proposed || line.payout || line.refund ? (
        <Button
          tone="secondary"
          size="small"
          aria-label={t`Confirm: line ${no}`}
          onPress={() => onAsk({ move: 'confirm', line })}
        >
          <Trans context="a line">Confirm</Trans>
        </Button>
      ) : null}
      {line.is_reversal || line.direction === 'debit' || line.payout || line.refund ? null : (
        <Button
          tone="quiet"
          size="small"
          aria-label={
            line.proposed ? t`Choose another: line ${no}` : t`Choose the payer: line ${no}`
          }
          onPress={() => onAsk({ move: 'choose', line })}
        >
          {line.proposed ? <Trans>Choose another</Trans> : <Trans>Choose the payer</Trans>}
        </Button>
      )}
      <Button
        tone="quiet"
        size="small"
        aria-label={t`Set aside: line ${no}`}
        onPress={() => onAsk({ move: 'set_aside', line })}
      >
        <Trans>Set aside</Trans>
      </Button>
    </span>
  );
}

function Confirm({ line, onClose }: { line: Line; onClose: () => void }) {
  const { mutation, confirm, words, field } = useConfirmLine(line, onClose);
  const { proposed } = line;
  if (!proposed) return null;
  const { payment_id, company_id, company_name, ticket_number, request_number } = proposed;
  const number = numberOf(proposed);
  const pays: ReactNode = payment_id ? (
    <Trans>Nothing new: the payment is already recorded</Trans>
  ) : number ? (
    <bdi translate="no">{number}</bdi>
  ) : (
    <Trans>The oldest due first</Trans>
  );
  // A recorded payment has its company, and its ticket or payment request.
  const target = payment_id
    ? { payment_id, company_id: null, ticket_number: null, request_number: null }
    : { payment_id: null, company_id, ticket_number, request_number };
  return (
    <ConfirmFactsDialog
      title={<Trans>Confirm this line?</Trans>}
      facts={[
        ...lineFacts(line),
        {
          id: 'company',
          label: <Trans>Company</Trans>,
          value: <UserText text={company_name ?? '—'} />,
        },
        { id: 'pays', label: <Trans>Pays</Trans>, value: pays },
      ]}
      confirm={words(<Trans>Confirm the line</Trans>)}
      mutation={mutation}
      onConfirm={() => confirm(target)}
      onClose={onClose}
    >
      {field}
    </ConfirmFactsDialog>
  );
}

/** A payout or a refund came back with less: what is missing is a charge of the bank. */
function SettleReturn({
  line,
  charges: { amount_sar, takes_two },
  onClose,
}: {
  line: Line;
  charges: NonNullable<Line['return_charges']>;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const params = { id: line.id };
  const title = <Trans>Has it come back less a charge of the bank?</Trans>;
  const facts = [
    ...lineFacts(line),
    { id: 'charge', label: <Trans>Missing</Trans>, value: <Money amount={amount_sar} /> },
  ];
  if (takes_two)
    return (
      <ReasonDialog
        title={title}
        lead={
          <Trans>
            What is missing is more than one person may book as bank charges. Ask the bank first.
            Once another person has approved it, the payout or refund counts as returned in full.
          </Trans>
        }
        facts={facts}
        confirm={<Trans>Ask to settle it</Trans>}
        operation="settle_return_charges"
        input={(said) => ({ params, body: said })}
        done={t`Another person is asked to approve it`}
        onClose={onClose}
      />
    );
  return (
    <ConfirmMutationDialog
      title={title}
      lead={
        <Trans>
          The payout or refund counts as returned in full, and what is missing is booked as bank
          charges.
        </Trans>
      }
      facts={facts}
      confirm={<Trans>It was returned</Trans>}
      operation="confirm_bank_statement_line"
      input={{ params, body: { bank_charges_sar: amount_sar } }}
      done={t`The line is settled`}
      onClose={onClose}
    />
  );
}

/** What the bank says of a payout: it arrived, or it came back. */
function AnswerPayout({ line, onClose }: { line: Line; onClose: () => void }) {
  const { t } = useLingui();
  const params = { id: line.id };
  if (!line.payout) return null;
  const { agency_name, ticket_number } = line.payout;
  const isOut = line.direction === 'debit';
  return (
    <ConfirmMutationDialog
      title={
        isOut ? (
          <Trans>Has this payout arrived?</Trans>
        ) : (
          <Trans>Has the bank returned this payout?</Trans>
        )
      }
      lead={
        isOut ? (
          <Trans>
            A payout that somebody had called failed counts as paid again, and is owed as before.
          </Trans>
        ) : (
          <Trans>
            A payout under way has failed; one that had arrived is returned. It waits for the next
            run, and no company payment is recorded.
          </Trans>
        )
      }
      facts={[
        ...lineFacts(line),
        {
          id: 'agency',
          label: <Trans>Agency</Trans>,
          value: <UserText text={agency_name ?? '—'} />,
        },
        {
          id: 'ticket',
          label: <Trans>Ticket</Trans>,
          value: <bdi translate="no">{ticket_number}</bdi>,
        },
      ]}
      confirm={isOut ? <Trans>It arrived</Trans> : <Trans>It was returned</Trans>}
      operation="confirm_bank_statement_line"
      input={{ params, body: {} }}
      done={t`The line is settled`}
      onClose={onClose}
    />
  );
}

/** What the bank says of a refund: it arrived, or it came back. */
function AnswerRefund({ line, onClose }: { line: Line; onClose: () => void }) {
  const { t } = useLingui();
  const params = { id: line.id };
  if (!line.refund) return null;
  const { company_name, beneficiary } = line.refund;
  const isOut = line.direction === 'debit';
  return (
    <ConfirmMutationDialog
      title={
        isOut ? (
          <Trans>Has this refund arrived?</Trans>
        ) : (
          <Trans>Has the bank returned this refund?</Trans>
        )
      }
      lead={
        isOut ? undefined : (
          <Trans>
            A refund under way has failed; one that had arrived is returned. Its amount is what it
            was before, and no company payment is recorded.
          </Trans>
        )
      }
      facts={[
        ...lineFacts(line),
        {
          id: 'to',
          label: <Trans>To</Trans>,
          value: <UserText text={company_name ?? beneficiary ?? '—'} />,
        },
      ]}
      confirm={isOut ? <Trans>It arrived</Trans> : <Trans>It was returned</Trans>}
      operation="confirm_bank_statement_line"
      input={{ params, body: {} }}
      done={t`The line is settled`}
      onClose={onClose}
    />
  );
}

/** What the bank takes back: the payment is reversed, or the credit's line is settled without one. */
function TakeBack({ line, onClose }: { line: Line; onClose: () => void }) {
  const { t } = useLingui();
  const { proposed } = line;
  if (!proposed) return null;
  const { payment_id, payment_amount_sar, credit_line, company_name } = proposed;
  const isPart = payment_amount_sar !== null && payment_amount_sar !== line.amount;
  const target = payment_id ? { payment_id } : { line_id: credit_line?.id ?? null };
  return (
    <ReasonDialog
      title={<Trans>Did the bank reverse this?</Trans>}
      lead={
        isPart ? (
          <Trans>
            Only a part is reversed: the payment is replaced by one of the rest. What that does not
            cover is owed again.
          </Trans>
        ) : payment_id ? (
          <Trans>
            The payment is reversed: what it paid is owed again. A transfer that the company
            reported is turned down, and the company sees your reason.
          </Trans>
        ) : (
          <Trans>The two lines offset each other. No payment is recorded.</Trans>
        )
      }
      facts={[
        ...lineFacts(line),
        {
          id: 'company',
          label: <Trans>Company</Trans>,
          value: <UserText text={company_name ?? '—'} />,
        },
        {
          id: 'takes_back',
          label: <Trans>Reverses</Trans>,
          value: isPart ? (
            <Trans>
              A part of <Money amount={payment_amount_sar} />
            </Trans>
          ) : payment_id ? (
            <Trans>The recorded payment</Trans>
          ) : credit_line ? (
            <LinePlace place={credit_line} />
          ) : (
            '—'
          ),
        },
      ]}
      confirm={<Trans>Confirm: it was reversed</Trans>}
      operation="confirm_bank_statement_line"
      input={(said, refusal) => {
        // It was doubted: the reason says why it is another transfer than the recorded one.
        const is_another = refusal === 'credit_line_recorded';
        return { params: { id: line.id }, body: { ...target, ...said, is_another } };
      }}
      done={t`The line is settled`}
      onClose={onClose}
    />
  );
}

function SetAside({ line, onClose }: { line: Line; onClose: () => void }) {
  const { t } = useLingui();
  if (line.setting_aside_takes_two)
    return (
      <ReasonDialog
        title={<Trans>Set this line aside?</Trans>}
        lead={
          <Trans>
            It names a payout or a refund of ours and has its amount. Once another person has
            approved it, that can be sent again. Ask the bank first.
          </Trans>
        }
        facts={lineFacts(line)}
        confirm={<Trans>Ask to set it aside</Trans>}
        operation="set_aside_own_transfer_line"
        input={(said) => ({ params: { id: line.id }, body: said })}
        done={t`Another person is asked to approve it`}
        onClose={onClose}
      />
    );
  return (
    <ReasonDialog
      title={<Trans>Set this line aside?</Trans>}
      lead={<Trans>It is not a company's payment. Nothing is recorded.</Trans>}
      facts={lineFacts(line)}
      confirm={<Trans>Set aside</Trans>}
      operation="set_aside_bank_statement_line"
      input={(said) => ({ params: { id: line.id }, body: said })}
      done={t`The line is set aside`}
      onClose={onClose}
    />
  );
}

function Reopen({ line, onClose }: { line: Line; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ConfirmMutationDialog
      title={<Trans>Decide again about this line?</Trans>}
      facts={lineFacts(line)}
      confirm={<Trans>Decide again</Trans>}
      operation="reopen_bank_statement_line"
      input={{ params: { id: line.id } }}
      done={t`The line is open again`}
      onClose={onClose}
    />
  );
}
