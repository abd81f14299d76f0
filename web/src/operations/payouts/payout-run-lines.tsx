import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import type { Language } from '#domain/languages.ts';
import { bankCodeOf, bankOf } from '#domain/payouts/saudi-banks.ts';
import { maskedIban } from '#domain/profiles/iban-change.ts';
import { Badge } from '../../ui/badge.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { BanIcon } from '../../ui/icons.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { HoldFigures } from '../kit/hold-figures.tsx';
import { useObstacleWord } from '../kit/labels.ts';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { BankOutcomeButton, bankOutcomeNames, type BankOutcome } from './bank-outcome.tsx';
import { BeneficiaryName, CorrectLatinName } from './latin-name.tsx';
import { JournalAmount } from '../ledger/journal-amount.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { ticketColumn } from '../tickets/ticket-link.tsx';
import { amountFact } from '../kit/amount-fact.tsx';

type Run = PayoutRunDetails['run'];
type Line = PayoutRunDetails['lines'][number];
interface Question {
  move: BankOutcome | 'ask' | 'name';
  line: Line;
}

/** The lines of a run; once it is released, what the bank says of each. */
export function PayoutRunLines({ run, lines }: { run: Run; lines: readonly Line[] }) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<Question | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Card look="plain" title={<Trans>Payouts of this run</Trans>}>
        <Table
          label={t`Payouts of this run`}
          rows={lines}
          rowKey={({ payout_id }) => payout_id}
          totalsLabel={<Trans>Total</Trans>}
          columns={lineColumns(run, setAsking)}
        />
      </Card>
      {asking ? <LineQuestion {...asking} run={run} onClose={close} /> : null}
    </>
  );
}

function LineState({
  run,
  line,
  onAsk,
}: {
  run: Run;
  line: Line;
  onAsk: (question: Question) => void;
}) {
  const { t } = useLingui();
  const obstacleWord = useObstacleWord();
  const { outcome, reason, stop, ticket_number } = line;
  if (outcome === 'Discarded') {
    return (
      <Badge icon={BanIcon}>
        <Trans>Discarded</Trans>
      </Badge>
    );
  }
  if (outcome) {
    return (
      <span className="grid justify-items-start gap-1 cards:justify-items-end">
        <StatusBadge status={outcome} />
        {reason ? (
          <span className="text-sm text-ink-soft">
            <UserText isProse text={reason} />
          </span>
        ) : null}
        {stop ? (
          <span className="text-sm text-ink-soft">
            <Trans>Stopped by us: {obstacleWord(stop)}</Trans>
          </span>
        ) : null}
        {outcome === 'Confirmed' ? (
          <BankOutcomeButton
            outcome="return"
            label={t`It was returned: ${ticket_number}`}
            onPress={() => onAsk({ move: 'return', line })}
          />
        ) : null}
        {line.is_doubtful ? <AskToConfirm line={line} onAsk={onAsk} /> : null}
      </span>
    );
  }
  if (run.status !== 'Released') {
    return line.obstacle === null ? (
      <StatusBadge status="Pending" />
    ) : (
      <span className="text-sm text-ink-soft">
        {obstacleWord(line.obstacle)} <HoldFigures figures={line.figures} />
      </span>
    );
  }
  return (
    <span className="flex flex-wrap gap-2 cards:justify-end">
      {line.is_debited ? (
        <span className="w-full text-sm text-ink-soft">
          <Trans>The bank has debited its file; that it arrived is still to be proven</Trans>
        </span>
      ) : null}
      {line.is_doubtful ? (
        <AskToConfirm line={line} onAsk={onAsk} />
      ) : (
        <BankOutcomeButton
          outcome="confirm"
          label={t`It arrived: ${ticket_number}`}
          onPress={() => onAsk({ move: 'confirm', line })}
        />
      )}
      <BankOutcomeButton
        outcome="fail"
        label={t`It failed: ${ticket_number}`}
        onPress={() => onAsk({ move: 'fail', line })}
      />
    </span>
  );
}

/** Why one person alone cannot confirm the payout, and what they do instead. */
function AskToConfirm({ line, onAsk }: { line: Line; onAsk: (question: Question) => void }) {
  const { t } = useLingui();
  const { ticket_number, file_no, outcome, is_confirmation_requested } = line;
  return (
    <>
      <span className="w-full text-sm text-ink-soft">
        {is_confirmation_requested ? (
          <Trans>Waits until another person confirms that it arrived</Trans>
        ) : outcome === 'Failed' ? (
          <Trans>If the bank has paid it after all, two people say so</Trans>
        ) : file_no === null ? (
          <Trans>Not in a file: two people confirm that it arrived</Trans>
        ) : (
          <Trans>The agency’s IBAN has changed: two people confirm that it arrived</Trans>
        )}
      </span>
      <Button
        tone="secondary"
        size="small"
        isDisabled={is_confirmation_requested}
        aria-label={t`Ask to confirm: ${ticket_number}`}
        onPress={() => onAsk({ move: 'ask', line })}
      >
        <Trans>Ask to confirm</Trans>
      </Button>
    </>
  );
}

function factsOf({ beneficiary, ticket_number, amount_sar }: Line) {
  return [
    { id: 'agency', label: <Trans>Agency</Trans>, value: <UserText text={beneficiary} /> },
    {
      id: 'ticket',
      label: <Trans>Ticket</Trans>,
      value: <bdi translate="no">{ticket_number}</bdi>,
    },
    amountFact(amount_sar),
  ];
}

/** Of an answer that needs a reason: the question, what follows, and what is said once it is written down. */
const reasoned = {
  fail: {
    operation: 'fail_payout_line',
    title: <Trans>Has this payout failed?</Trans>,
    lead: (
      <Trans>
        The ticket is approved again, the company owes nothing for it, and the payout waits for the
        next run.
      </Trans>
    ),
    done: msg`The payout has failed and is waiting again`,
  },
  return: {
    operation: 'return_payout_line',
    title: <Trans>Has the bank returned this payout?</Trans>,
    lead: (
      <Trans>
        While the company still pays, the ticket is approved again and the company owes nothing for
        it. Of a ticket that is completed or written off, we owe the agency, and the company is
        asked for nothing. Either way the payout waits for the next run.
      </Trans>
    ),
    done: msg`The payout was returned and is waiting again`,
  },
} as const;

/** Asks before the answer to a payout is written down, or its agency's name for the bank. */
function LineQuestion({ run, move, line, onClose }: Question & { run: Run; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const params = { id: run.id, payout_id: line.payout_id };
  const asked = { facts: factsOf(line), onClose };
  switch (move) {
    case 'name':
      return (
        <CorrectLatinName
          {...asked}
          of={line}
          operation="correct_latin_name"
          params={params}
          lead={
            <Trans>
              It holds for all payouts to this agency in this run that are in no file yet.
            </Trans>
          }
        />
      );
    case 'confirm':
      return (
        <ConfirmMutationDialog
          {...asked}
          title={<Trans>Has this payout arrived?</Trans>}
          confirm={bankOutcomeNames.confirm}
          operation="confirm_payout_line"
          input={{ params }}
          done={t`The payout has arrived`}
        />
      );
    case 'ask':
      return (
        <ReasonDialog
          {...asked}
          title={<Trans>Ask another person to confirm this payout?</Trans>}
          lead={
            line.outcome === 'Failed' ? (
              <Trans>
                Somebody has called it failed. Once another person has approved it, it counts as
                paid; if it was sent again meanwhile, the agency owes it back. Say how you know that
                the bank has paid it.
              </Trans>
            ) : line.file_no === null ? (
              <Trans>
                It is not in any bank file. Once another person has approved it, it counts as paid.
                Say how you know that the bank has paid it.
              </Trans>
            ) : (
              <Trans>
                The agency has changed its IBAN since. Once another person has approved it, it
                counts as paid to the IBAN of this line. Say how you know that the bank has paid it.
              </Trans>
            )
          }
          confirm={<Trans>Ask to confirm</Trans>}
          operation="confirm_doubtful_payout"
          input={(said) => ({ params, body: said })}
          done={t`Another person is asked to confirm it`}
        />
      );
    default: {
      const { operation, title, lead, done } = reasoned[move];
      return (
        <ReasonDialog
          {...asked}
          title={title}
          lead={lead}
          confirm={bankOutcomeNames[move]}
          operation={operation}
          input={(said) => ({ params, body: said })}
          done={i18n._(done)}
        />
      );
    }
  }
}

function IbanAndBank({ iban }: { iban: string }) {
  const { i18n } = useLingui();
  const bank = bankOf(iban);
  const code = bankCodeOf(iban);
  return (
    <span className="grid justify-items-start cards:justify-items-end">
      <bdi translate="no" dir="ltr" className="whitespace-nowrap tabular-nums">
        {maskedIban(iban)}
      </bdi>
      <span className="text-sm text-ink-soft">
        {bank ? bank.name[i18n.locale as Language] : <Trans>Bank {code}</Trans>}
      </span>
    </span>
  );
}

/** The file that carries a line to the bank. */
const fileColumn: Column<Line> = {
  id: 'file',
  header: <Trans>File</Trans>,
  cell: ({ file_no }) => file_no ?? '—',
};

function lineColumns(run: Run, onAsk: (question: Question) => void): Column<Line>[] {
  return [
    ticketColumn,
    {
      id: 'agency',
      header: <Trans>Agency</Trans>,
      cell: (line) => (
        <BeneficiaryName
          {...line}
          isOpen={line.file_no === null && line.outcome === null}
          subject={line.ticket_number}
          onCorrect={() => onAsk({ move: 'name', line })}
        />
      ),
    },
    {
      id: 'iban',
      header: <Trans>IBAN</Trans>,
      cell: ({ iban }) => <IbanAndBank iban={iban} />,
    },
    ...(run.status === 'Released' || run.status === 'Completed' ? [fileColumn] : []),
    {
      id: 'state',
      header: <Trans>State</Trans>,
      cell: (line) => <LineState run={run} line={line} onAsk={onAsk} />,
    },
    {
      id: 'amount',
      header: <Trans>Amount</Trans>,
      figures: true,
      // A draft has moved nothing; what was discarded never did.
      cell: ({ amount_sar, ticket_number, outcome }) =>
        run.released_at && outcome !== 'Discarded' ? (
          <JournalAmount
            amount={amount_sar}
            lines={{ account: 'bank', event: 'payout_sent', ticket: ticket_number }}
          />
        ) : (
          <Money amount={amount_sar} />
        ),
      total: <Money amount={run.amount_sar} />,
    },
  ];
}
