import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useBlocker } from 'react-router';
import { errorMessages } from '#api/error-messages.ts';
import type { CompanyDashboard } from '#api/dashboards.ts';
import type { AgencyOption } from '#api/profiles.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { fileRules } from '#domain/files/file-rules.ts';
import { decimalFromHalalas, isNegativeSar, parseSar } from '#domain/money.ts';
import type { RequestableBudget } from '#domain/tickets/ticket-request.ts';
import {
  termFromMonths,
  termMonths,
  termsUpTo,
  type TermMonths,
} from '#domain/tickets/repayment-term.ts';
import { DESCRIPTION_MAX_LENGTH } from '#domain/tickets/ticket.ts';
import { SuspendedBudget } from '../../budget/suspended-budget.tsx';
import { useFileHint } from '../../files/file-words.ts';
import { PictureOffer } from '../../files/picture-offer.tsx';
import { documentLanguage } from '../../i18n.ts';
import { Form, FormTextArea, useFormField } from '../../ui/forms/form.tsx';
import { LateNotice } from '../../installments/late-notice.tsx';
import { InDefaultNotice } from '../../installments/in-default-notice.tsx';
import { requestStopOf } from '../../installments/lateness.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceCards } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { AlertIcon } from '../../ui/icons.tsx';
import { MessageLines } from '../../ui/form-error.tsx';
import { Money } from '../../ui/money.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { AgencyPicker } from './agency-picker.tsx';
import { BudgetHint } from './budget-hint.tsx';
import { PaymentPreview } from './payment-preview.tsx';
import { InvoiceCodeContents } from '../invoice-code.tsx';
import { Term } from '../repayment-term.tsx';
import { TicketLink, ticketNumberLink } from '../ticket-link.tsx';
import { useNewTicketForm, type NewTicketForm } from './use-new-ticket-form.ts';

interface NewTicketProps {
  /** The day it is in Riyadh. */
  today: IsoDate;
  available: RequestableBudget;
  /** What may stop new requests. */
  dashboard: CompanyDashboard;
  /** Chosen beforehand. */
  agency: AgencyOption | null;
  onClose: () => void;
}

/** The New Ticket dialog (SPEC section 2). It stays open, with everything kept, until the ticket is submitted. */
export default function NewTicketDialog({
  today,
  available,
  dashboard,
  agency,
  onClose,
}: NewTicketProps) {
  const { t } = useLingui();
  const form = useNewTicketForm({
    chosenAgency: agency,
    available,
    stoppedBy: requestStopOf(dashboard),
    onSubmitted: ({ ticket_number }) => {
      toast.success(
        t`Ticket submitted. Waiting agency approval.`,
        <TicketLink ticketNumber={ticket_number}>{ticket_number}</TicketLink>,
      );
      onClose();
    },
  });
  const [isAsking, setAsking] = useState(false);
  // The browser's back button would lose the draft as well; to /signin only the end of a session leads.
  const blocker = useBlocker(
    ({ nextLocation }) => form.isDirty() && nextLocation.pathname !== '/signin',
  );
  const isLeaving = blocker.state === 'blocked';
  const close = () => (form.isDirty() ? setAsking(true) : onClose());
  const discard = () => {
    form.abandon();
    setAsking(false);
    if (isLeaving) blocker.proceed();
    else onClose();
  };
  const stay = () => {
    setAsking(false);
    if (isLeaving) blocker.reset();
  };
  return (
    <>
      <Dialog
        isOpen
        onClose={close}
        width="large"
        isBusy={form.isSending}
        title={<Trans>New Ticket</Trans>}
        lead={<Trans>The agency is paid up front; you repay in monthly installments.</Trans>}
        actions={<SubmitBar form={form} onCancel={close} />}
      >
        <div className="mb-6 grid gap-4 empty:hidden">
          <SuspendedBudget budget={dashboard.budget} ticketLink={ticketNumberLink} />
          {available === 'suspended' ? (
            <InDefaultNotice inDefault={dashboard.in_default} ticketLink={ticketNumberLink} />
          ) : null}
          <LateNotice dashboard={dashboard} />
        </div>
        <RequestFields
          form={form}
          today={today}
          available={available}
          longest={dashboard.budget.max_term_months}
        />
      </Dialog>
      {form.doubtful ? <AskAboutInvoice form={form} {...form.doubtful} /> : null}
      {isAsking || isLeaving ? <AskBeforeLosing onStay={stay} onDiscard={discard} /> : null}
    </>
  );
}

function RequestFields({
  form,
  today,
  available,
  longest,
}: {
  form: NewTicketForm;
  today: IsoDate;
  available: RequestableBudget;
  longest: number | null;
}) {
  const { amount, term } = form.draft;
  const halalas = parseSar(amount);
  return (
    <Form form={form} className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-2">
      <div className="grid content-start gap-5">
        <AgencyPicker />
        <div className="grid gap-2">
          <AmountField stopped={form.stopped} onSubmit={() => void form.submit()} />
          {form.stopped || available === 'suspended' ? null : (
            <BudgetHint available={available} amount={halalas} isTyped={amount.trim() !== ''} />
          )}
        </div>
        <TermChoice longest={longest} />
      </div>
      <div className="grid content-start gap-5">
        <InvoiceField form={form} />
        <FormTextArea
          name="description"
          label={<Trans>Description</Trans>}
          optional
          maxLength={DESCRIPTION_MAX_LENGTH}
        />
      </div>
      <div className="lg:col-span-2">
        <PaymentPreview amount={halalas} term={term} today={today} />
      </div>
    </Form>
  );
}

function AmountField({ stopped, onSubmit }: { stopped: string | null; onSubmit: () => void }) {
  const { t } = useLingui();
  const { error, ...field } = useFormField('amount');
  const { value } = field;
  const isUnreadable = value.trim() !== '' && parseSar(value) === null;
  const problem = isNegativeSar(value)
    ? errorMessages[documentLanguage()].amount_below_minimum
    : isUnreadable && t`Enter the amount in digits, such as 1,500.00.`;
  return (
    <MoneyField
      {...field}
      label={<Trans>Amount in SAR</Trans>}
      isRequired
      maxLength={40}
      placeholder="0.00"
      // The disabled button would swallow Enter; this way it says what is missing.
      onKeyDown={(event) => {
        if (event.key === 'Enter') onSubmit();
        else event.continuePropagation();
      }}
      hint={
        stopped && stopped !== error ? (
          <span className="font-medium text-overdue">{stopped}</span>
        ) : undefined
      }
      error={error ?? (problem || undefined)}
    />
  );
}

/** `longest`: in months, where the budget was granted with a longest term. */
function TermChoice({ longest }: { longest: number | null }) {
  const { name, value, onChange } = useFormField<TermMonths>('term');
  return (
    <ChoiceCards
      label={<Trans>Repayment Term</Trans>}
      hint={
        longest === null ? undefined : (
          <Plural
            value={longest}
            one="Your budget was granted for terms of # month."
            other="Your budget was granted for terms of up to # months."
          />
        )
      }
      name={name}
      columns={3}
      choices={termsUpTo(longest).map((term) => ({ id: term, label: <Term term={term} /> }))}
      value={termFromMonths(value)}
      onChange={(term) => onChange(termMonths(term))}
    />
  );
}

function InvoiceField({ form }: { form: NewTicketForm }) {
  const hint = useFileHint();
  const { files, invoice } = form;
  const code = invoice?.upload?.invoice_code;
  return (
    <div className="grid gap-2">
      <FileField
        label={<Trans>Invoice</Trans>}
        hint={hint('invoice')}
        accept={fileRules.invoice.extensions}
        files={files.files.map((one) => ({
          ...one,
          detail: one.smaller && <PictureOffer file={one} chosen={files} />,
        }))}
        onChoose={(list) => {
          form.clear('invoice');
          void files.choose('invoice', list);
        }}
        onRemove={files.remove}
        onRetry={files.retry}
        isDisabled={form.isSending}
        error={form.messageAt('invoice')}
      />
      <div aria-live="polite">
        {code ? (
          <InvoiceCodeContents code={code} amount={parseSar(form.draft.amount)} seller={null} />
        ) : null}
      </div>
    </div>
  );
}

function SubmitBar({ form, onCancel }: { form: NewTicketForm; onCancel: () => void }) {
  const { missing, stopped } = form;
  const problem = form.problem ?? stopped;
  return (
    <>
      <div
        id="submit-reason"
        aria-live="polite"
        className="me-auto self-center text-sm text-ink-soft max-sm:order-last max-sm:self-start"
      >
        {problem ? (
          <div className="flex gap-2 font-medium text-overdue">
            <AlertIcon className="mt-0.5" />
            <MessageLines message={problem} />
          </div>
        ) : (
          missing
        )}
      </div>
      <Button tone="secondary" onPress={onCancel} isDisabled={form.isSending}>
        <Trans>Close</Trans>
      </Button>
      <Button
        onPress={() => void form.submit()}
        isDisabled={missing !== null}
        isPending={form.isSending}
        aria-describedby="submit-reason"
      >
        <Trans>Submit Ticket</Trans>
      </Button>
    </>
  );
}

function AskAboutInvoice({ form, isOtherSeller }: { form: NewTicketForm; isOtherSeller: boolean }) {
  const { agency, amount: typed } = form.draft;
  const amount = parseSar(typed);
  const code = form.invoice?.upload?.invoice_code;
  return (
    <ConfirmDialog
      title={<Trans>Send it although the invoice says something else?</Trans>}
      lead={
        amount === null ? null : (
          <Trans>
            You are asking for <Money amount={decimalFromHalalas(amount)} /> for{' '}
            <UserText text={agency?.name ?? '—'} />.
          </Trans>
        )
      }
      cancel={<Trans>Keep editing</Trans>}
      confirm={<Trans>Send anyway</Trans>}
      isSending={false}
      onConfirm={form.sendDoubtful}
      onClose={form.keepEditing}
    >
      {code ? (
        <InvoiceCodeContents code={code} amount={amount} seller={isOtherSeller ? 'other' : null} />
      ) : null}
      <p className="mt-3">
        <Trans>The agency and we see what the code says.</Trans>
      </p>
    </ConfirmDialog>
  );
}

function AskBeforeLosing({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onStay}
      role="alertdialog"
      width="small"
      title={<Trans>Discard this request?</Trans>}
      actions={
        <>
          <Button tone="danger" onPress={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
          <Button onPress={onStay}>
            <Trans>Keep editing</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>What you entered here would be lost.</Trans>
      </p>
    </Dialog>
  );
}
