import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { BudgetRequest } from '#api/budget-requests.ts';
import { DECISION_REASON_MAX_LENGTH } from '#domain/budget/budget-decision.ts';
import { mayAppeal } from '#domain/budget/budget-request.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FileIcon } from '../ui/icons.tsx';
import { FormError } from '../ui/form-error.tsx';
import { FormFields, FormTextArea } from '../ui/forms/form.tsx';
import { useCheckedForm } from '../ui/forms/use-checked-form.ts';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { toast } from '../ui/toaster.tsx';
import { AddBudgetStatement } from './add-budget-statement.tsx';
import { UserText } from '../ui/user-text.tsx';
import { BudgetRequestHistory } from './budget-request-history.tsx';
import { RequestStatusBadge } from './request-words.tsx';
import { RevenueComparison } from './revenue-comparison.tsx';

type Asking = 'accept' | 'decline' | 'withdraw' | 'appeal' | null;

interface OwnProps {
  request: BudgetRequest;
  /** The company has made no later one. */
  isLatest: boolean;
  /** The company has installments that are overdue for too long. */
  isOverdue: boolean;
}

/** A company's request: what it asked, what was answered, and what it can do now. */
export function OwnBudgetRequest({ request, isLatest, isOverdue }: OwnProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const { status, amount_sar, progress, decisions, appealed_at, statement, documents } = request;
  // The bank's file stands beside the PDF that it is compared with.
  const mayAddStatement =
    ['Asked', 'Appealed'].includes(status) &&
    !statement?.proven_at &&
    documents.some(({ kind }) => kind === 'request_bank_statement');
  const close = () => setAsking(null);
  const isWithdrawable = ['Asked', 'Accepted', 'Appealed'].includes(status);
  const needed = decisions.at(-1)?.condition_value;
  return (
    <Card
      title={
        <Trans>
          Request for <Money amount={amount_sar} />
        </Trans>
      }
      aside={<RequestStatusBadge status={status} isOverdue={isOverdue} />}
      look={isLatest ? 'raised' : 'plain'}
      small={!isLatest}
    >
      <div className="grid gap-4">
        <BudgetRequestHistory request={request} />
        <ul className="grid gap-1 text-sm text-ink-soft">
          {documents.map(({ id, name }) => (
            <li key={id} className="flex items-center gap-2">
              <FileIcon className="size-4" />
              <UserText text={name} />
            </li>
          ))}
        </ul>
        {statement ? <RevenueComparison statement={statement} /> : null}
        {mayAddStatement ? <AddBudgetStatement requestId={request.id} /> : null}
        {isOverdue && status === 'Accepted' ? (
          <p>
            <Trans>
              You have installments that are overdue for too long. The offer takes effect once they
              are paid and we have seen the payment at the bank.{' '}
              <Link to="/payments" className="text-link font-semibold print:hidden">
                Pay now
              </Link>
            </Trans>
          </p>
        ) : null}
        {progress !== null && needed ? (
          <p>
            <Trans>
              {progress} of {needed} paid on time so far. The budget is raised automatically then.
            </Trans>
          </p>
        ) : null}
        <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
          {status === 'Offered' ? (
            <>
              <Button onPress={() => setAsking('accept')}>
                <Trans>Accept the offer</Trans>
              </Button>
              <Button tone="secondary" onPress={() => setAsking('decline')}>
                <Trans>Decline the offer</Trans>
              </Button>
            </>
          ) : null}
          {mayAppeal({ status, isAppealed: appealed_at !== null, isLatest }) ? (
            <Button tone="secondary" onPress={() => setAsking('appeal')}>
              <Trans>Appeal</Trans>
            </Button>
          ) : null}
          {isWithdrawable ? (
            <Button tone="secondary" onPress={() => setAsking('withdraw')}>
              <Trans>Withdraw the request</Trans>
            </Button>
          ) : null}
        </div>
      </div>
      {asking === 'appeal' ? <Appeal request={request} onClose={close} /> : null}
      {asking === 'withdraw' ? <Withdraw request={request} onClose={close} /> : null}
      {asking === 'accept' || asking === 'decline' ? (
        <AnswerOffer request={request} accepts={asking === 'accept'} onClose={close} />
      ) : null}
    </Card>
  );
}

interface AskingProps {
  request: BudgetRequest;
  onClose: () => void;
}

function AnswerOffer({ request, accepts, onClose }: AskingProps & { accepts: boolean }) {
  const { t } = useLingui();
  const offer = request.decisions.at(-1);
  const answer = useIdempotentMutation('answer_budget_offer', {
    onSuccess: () => {
      toast.success(accepts ? t`You have accepted the offer` : t`You have declined the offer`);
      onClose();
    },
    onRefusal: onClose,
  });
  if (!offer) return null;
  return (
    <ConfirmDialog
      title={accepts ? <Trans>Accept this offer?</Trans> : <Trans>Decline this offer?</Trans>}
      cancel={<Trans context="nothing changes">Cancel</Trans>}
      confirm={accepts ? <Trans>Accept the offer</Trans> : <Trans>Decline the offer</Trans>}
      isSending={answer.isSending}
      onConfirm={() =>
        void answer.send({ params: { id: request.id }, body: { decision_id: offer.id, accepts } })
      }
      onClose={onClose}
    >
      <p>
        {accepts ? (
          <Trans>
            Your budget becomes <Money amount={offer.amount_sar ?? '0.00'} /> as soon as the
            condition, where there is one, is met and no installment is overdue for too long. We
            check that by ourselves.
          </Trans>
        ) : (
          <Trans>Your budget stays as it is. You can still appeal, or make another request.</Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}

function Withdraw({ request, onClose }: AskingProps) {
  const { t } = useLingui();
  const withdraw = useIdempotentMutation('withdraw_budget_request', {
    onSuccess: () => {
      toast.success(t`Your request is withdrawn`);
      onClose();
    },
    onRefusal: onClose,
  });
  return (
    <ConfirmDialog
      title={<Trans>Withdraw this request?</Trans>}
      cancel={<Trans context="nothing changes">Cancel</Trans>}
      confirm={<Trans>Withdraw the request</Trans>}
      isDanger
      isSending={withdraw.isSending}
      onConfirm={() => void withdraw.send({ params: { id: request.id } })}
      onClose={onClose}
    >
      <p>
        <Trans>Your budget stays as it is. You can make another request.</Trans>
      </p>
    </ConfirmDialog>
  );
}

function Appeal({ request, onClose }: AskingProps) {
  const { t } = useLingui();
  const appeal = useIdempotentMutation('appeal_budget_decision', {
    onSuccess: () => {
      toast.success(t`Your appeal has been sent. The answer will appear here`);
      onClose();
    },
  });
  const form = useCheckedForm({
    defaultValues: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : t`Say why.` }),
    onValid: ({ reason }) =>
      appeal.send({ params: { id: request.id }, body: { reason: reason.trim() } }),
    refusal: appeal,
  });
  return (
    <ConfirmDialog
      title={<Trans>Appeal against this decision?</Trans>}
      lead={
        <Trans>
          Somebody else of our team reads it and answers. You can appeal once; the answer is final.
        </Trans>
      }
      cancel={<Trans context="nothing changes">Cancel</Trans>}
      confirm={<Trans>Send the appeal</Trans>}
      isSending={appeal.isSending}
      onConfirm={() => void form.submit()}
      onClose={onClose}
    >
      <FormFields form={form}>
        <FormTextArea
          name="reason"
          label={<Trans>Why we should decide otherwise</Trans>}
          rows={5}
          isRequired
          maxLength={DECISION_REASON_MAX_LENGTH}
        />
      </FormFields>
      <FormError message={form.problem} />
    </ConfirmDialog>
  );
}
