import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ApprovalRequest } from '#api/approvals.ts';
import type { ProposedPolicy } from '#api/credit-policies.ts';
import { groupedIban } from '#domain/iban.ts';
import { approvalMove } from '#domain/servicing/approval-kinds.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { BanIcon, CheckIcon, ClockIcon, CrossIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { useApprovalWords } from './approval-labels.ts';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { StatementSource } from '../kit/statement-source.tsx';
import { retentionFacts } from '../privacy/retention-facts.tsx';
import { policyFacts } from '../policy/policy-facts.tsx';

/** What somebody is about to do with a request. */
export interface ApprovalMove {
  move: 'approve' | 'decline' | 'withdraw';
  request: ApprovalRequest;
}

/** What the reader can do with a request that waits: withdraw their own, approve or decline another one's. */
export function ApprovalActions({
  request,
  now,
  onAsk,
}: {
  request: ApprovalRequest;
  now: Date;
  onAsk: (asked: ApprovalMove) => void;
}) {
  const { t } = useLingui();
  const name =
    request.ticket_number ?? request.company_name ?? request.agency_name ?? request.reason;
  const move = approvalMove(
    {
      ...request,
      waits_until: new Date(request.waits_until),
      expires_at: new Date(request.expires_at),
    },
    now,
  );
  return (
    <span className="grid justify-items-start gap-2 cards:justify-items-end">
      <span className="flex flex-wrap gap-2 cards:justify-end">
        {move === 'decide' ? (
          <Button
            tone="secondary"
            size="small"
            aria-label={t`Approve: ${name}`}
            onPress={() => onAsk({ move: 'approve', request })}
          >
            <Trans>Approve</Trans>
          </Button>
        ) : null}
        {move === 'decide' || move === 'decline' ? (
          <Button
            tone="danger"
            size="small"
            aria-label={t`Decline: ${name}`}
            onPress={() => onAsk({ move: 'decline', request })}
          >
            <Trans>Decline</Trans>
          </Button>
        ) : null}
        {move === 'withdraw' ? (
          <Button
            tone="secondary"
            size="small"
            aria-label={t`Withdraw: ${name}`}
            onPress={() => onAsk({ move: 'withdraw', request })}
          >
            <Trans context="a measure of staff">Withdraw</Trans>
          </Button>
        ) : null}
      </span>
      <span className="text-sm text-ink-soft">
        {move === 'decline' ? (
          <Trans>
            Can be approved from <DateTime at={request.waits_until} />
          </Trans>
        ) : (
          <Trans>
            Until <DateTime at={request.expires_at} />
          </Trans>
        )}
      </span>
    </span>
  );
}

/** How a request has ended, by whom and when. */
export function ApprovalOutcome({
  request: { outcome, decided_by, decided_at, decision_reason },
}: {
  request: ApprovalRequest;
}) {
  return (
    <span className="grid justify-items-start gap-1 cards:justify-items-end">
      {outcome === 'Approved' ? (
        <Badge tone="good" icon={CheckIcon}>
          <Trans context="a request">Approved</Trans>
        </Badge>
      ) : null}
      {outcome === 'Declined' ? (
        <Badge tone="bad" icon={CrossIcon}>
          <Trans context="a request">Declined</Trans>
        </Badge>
      ) : null}
      {outcome === 'Withdrawn' ? (
        <Badge icon={BanIcon}>
          <Trans context="a request">Withdrawn</Trans>
        </Badge>
      ) : null}
      {outcome === 'Expired' ? (
        <Badge icon={ClockIcon}>
          <Trans context="a request">Not approved in time</Trans>
        </Badge>
      ) : null}
      {decided_by ? (
        <span className="text-sm text-ink-soft">
          <UserText text={decided_by} />
        </span>
      ) : null}
      {decided_at ? (
        <span className="text-sm text-ink-soft">
          <DateTime at={decided_at} />
        </span>
      ) : null}
      {decision_reason ? (
        <UserText isProse text={decision_reason} className="text-sm text-ink-soft" />
      ) : null}
    </span>
  );
}

/** Asks before a request is approved, declined or withdrawn. */
export function ApprovalQuestion({
  move,
  request,
  onClose,
}: ApprovalMove & { onClose: () => void }) {
  const { t } = useLingui();
  const words = useApprovalWords()(request.kind);
  const params = { id: request.id };
  const facts = factsOf(request);
  if (move === 'decline') {
    return (
      <ReasonDialog
        title={<Trans>Decline this request?</Trans>}
        lead={words.name}
        facts={facts}
        confirm={<Trans>Decline</Trans>}
        operation="decline_request"
        input={(said) => ({ params, body: said })}
        done={t`The request is declined`}
        onClose={onClose}
      />
    );
  }
  if (move === 'withdraw') {
    return (
      <ConfirmMutationDialog
        title={<Trans>Withdraw your request?</Trans>}
        lead={words.name}
        facts={facts}
        confirm={<Trans context="a measure of staff">Withdraw</Trans>}
        operation="withdraw_request"
        input={{ params }}
        done={t`The request is withdrawn`}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmMutationDialog
      title={<Trans>Approve: {words.name}?</Trans>}
      lead={words.effect}
      facts={facts}
      confirm={<Trans>Approve</Trans>}
      isDanger
      operation="approve_request"
      input={{ params }}
      done={words.done}
      onClose={onClose}
    />
  );
}

function factsOf(request: ApprovalRequest) {
  const { ticket_number, company_name, amount_sar, figures, reason, requested_by } = request;
  const facts = [
    {
      id: 'ticket',
      label: <Trans>Ticket</Trans>,
      value: ticket_number && <bdi translate="no">{ticket_number}</bdi>,
    },
    {
      id: 'company',
      label: <Trans>Company</Trans>,
      value: company_name && <UserText text={company_name} />,
    },
    {
      id: 'amount',
      label:
        request.kind === 'lift_suspension' ? <Trans>Not recovered</Trans> : <Trans>Amount</Trans>,
      value: amount_sar && <Money amount={amount_sar} />,
    },
    {
      id: 'returned',
      label: <Trans>Came back</Trans>,
      value: typeof figures.returned_sar === 'string' && <Money amount={figures.returned_sar} />,
    },
    {
      id: 'credit',
      label: <Trans>Credit</Trans>,
      value: typeof figures.credit_amount === 'string' && <Money amount={figures.credit_amount} />,
    },
    {
      id: 'open',
      label: <Trans>Open tickets of the company</Trans>,
      value: typeof figures.open_sar === 'string' && <Money amount={figures.open_sar} />,
    },
    {
      id: 'limit',
      label: <Trans>Limit for one person</Trans>,
      value: typeof figures.limit_sar === 'string' && <Money amount={figures.limit_sar} />,
    },
    {
      id: 'version',
      label: <Trans>Accepted documents, version</Trans>,
      value: typeof figures.document_version === 'number' && figures.document_version,
    },
    {
      id: 'paid',
      label: <Trans>Becomes credit</Trans>,
      value: typeof figures.paid_amount === 'string' && <Money amount={figures.paid_amount} />,
    },
    {
      id: 'iban',
      label: <Trans>To the IBAN</Trans>,
      value: typeof figures.iban === 'string' && (
        <bdi translate="no" dir="ltr">
          {groupedIban(figures.iban)}
        </bdi>
      ),
    },
    {
      id: 'present-iban',
      label: <Trans>The IBAN now</Trans>,
      value: typeof figures.present_iban === 'string' && figures.present_iban !== figures.iban && (
        <bdi translate="no" dir="ltr">
          {groupedIban(figures.present_iban)}
        </bdi>
      ),
    },
    {
      id: 'file',
      label: <Trans>File</Trans>,
      value:
        figures.file_no === null ? (
          <Trans>Not in any bank file</Trans>
        ) : (
          typeof figures.file_no === 'number' && figures.file_no
        ),
    },
    {
      id: 'line',
      label: <Trans>Statement line</Trans>,
      value: typeof figures.file_name === 'string' && typeof figures.line_no === 'number' && (
        <>
          <UserText text={figures.file_name} /> · {figures.line_no}
        </>
      ),
    },
    {
      id: 'statement-file',
      label: <Trans>Bank statement</Trans>,
      value: typeof figures.file_name === 'string' && typeof figures.line_no !== 'number' && (
        <UserText text={figures.file_name} />
      ),
    },
    {
      id: 'contradicts',
      label: <Trans>Contradicts</Trans>,
      value: typeof figures.contradicts === 'string' && <UserText text={figures.contradicts} />,
    },
    {
      id: 'bank-reference',
      label: <Trans>Bank reference</Trans>,
      value:
        figures.bank_reference === null ? (
          <Trans>None: counted as lost</Trans>
        ) : (
          typeof figures.bank_reference === 'string' && <UserText text={figures.bank_reference} />
        ),
    },
    {
      id: 'beneficiary',
      label: <Trans>Account holder</Trans>,
      value: typeof figures.beneficiary === 'string' && <UserText text={figures.beneficiary} />,
    },
    {
      id: 'reported',
      label: <Trans>Reported by the company, and being checked</Trans>,
      value: typeof figures.reported_sar === 'string' && <Money amount={figures.reported_sar} />,
    },
    {
      id: 'iban-count',
      label: <Trans>IBANs</Trans>,
      value: typeof figures.iban_count === 'number' && figures.iban_count.toLocaleString('en'),
    },
    ...(['first_iban', 'last_iban'] as const).map((name) => ({
      id: name,
      label: name === 'first_iban' ? <Trans>The first</Trans> : <Trans>The last</Trans>,
      value: typeof figures[name] === 'string' && (
        <bdi translate="no" dir="ltr">
          {groupedIban(figures[name])}
        </bdi>
      ),
    })),
    {
      id: 'identified',
      label: <Trans>Identified</Trans>,
      value: typeof figures.identified === 'string' && <UserText text={figures.identified} />,
    },
    ...(request.kind === 'change_retention' ? retentionFacts(figures) : []),
    ...(request.kind === 'activate_policy'
      ? policyFacts(figures as unknown as ProposedPolicy)
      : []),
    {
      id: 'from',
      label: <Trans>Counts from</Trans>,
      value: typeof figures.applies_from === 'string' && <IsoDate date={figures.applies_from} />,
    },
    ...sourceFacts(request),
    { id: 'reason', label: <Trans>Reason</Trans>, value: <UserText isProse text={reason} /> },
    { id: 'by', label: <Trans>Requested by</Trans>, value: <UserText text={requested_by} /> },
  ];
  return facts.filter(({ value }) => value);
}

/** Who says that the money of a payment came. */
function sourceFacts({ payment }: ApprovalRequest) {
  if (!payment) return [];
  const { statement, recorded_by, confirmed_by } = payment;
  return [
    {
      id: 'statement',
      label: <Trans>Bank statement</Trans>,
      value: statement && <StatementSource statement={statement} />,
    },
    {
      id: 'recorded-by',
      label: <Trans>Recorded by</Trans>,
      value: <UserText text={recorded_by} />,
    },
    {
      id: 'confirmed-by',
      label: <Trans>Confirmed by</Trans>,
      value: confirmed_by && <UserText text={confirmed_by} />,
    },
  ];
}

/** What waits for another person about the row of this page, with what the reader can do. `now`: when it was read. */
export function OpenApprovals({
  requests,
  now,
}: {
  requests: readonly ApprovalRequest[];
  now: Date;
}) {
  const [asking, setAsking] = useState<ApprovalMove | null>(null);
  return (
    <>
      {requests.map((request) => (
        <OpenApproval key={request.id} request={request} now={now} onAsk={setAsking} />
      ))}
      {asking ? <ApprovalQuestion {...asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

function OpenApproval({
  request,
  now,
  onAsk,
}: {
  request: ApprovalRequest;
  now: Date;
  onAsk: (asked: ApprovalMove) => void;
}) {
  const { name } = useApprovalWords()(request.kind);
  const { amount_sar, requested_by, reason } = request;
  return (
    <Notice
      tone="warn"
      title={<Trans>Waits for another person: {name}</Trans>}
      action={<ApprovalActions request={request} now={now} onAsk={onAsk} />}
    >
      {amount_sar === null ? null : (
        <>
          <Money amount={amount_sar} /> ·{' '}
        </>
      )}
      <Trans>
        Requested by <UserText text={requested_by} />
      </Trans>{' '}
      · <UserText isProse text={reason} />
    </Notice>
  );
}
