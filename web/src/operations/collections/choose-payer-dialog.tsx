import { Trans } from '@lingui/react/macro';
import type { BankStatementLineView } from '#api/bank-statements.ts';
import { FormFields } from '../../ui/forms/form.tsx';
import { useCheckedForm } from '../../ui/forms/use-checked-form.ts';
import { ConfirmFactsDialog } from '../kit/confirm-facts-dialog.tsx';
import { PayerFields, usePayer, type PayerValues } from './payer-fields.tsx';
import { lineFacts } from './line-facts.tsx';
import { useConfirmLine } from './use-confirm-line.ts';

type Line = BankStatementLineView;

/** Whose payment a line is, where nothing or something else is proposed. */
export default function ChoosePayerDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const { mutation, confirm, words, field } = useConfirmLine(line, onClose);
  const { check, found } = usePayer();
  const form = useCheckedForm<PayerValues>({
    defaultValues: { reference: '', company: null },
    check,
    onValid: () =>
      confirm({
        payment_id: null,
        company_id: found.current.company?.id ?? null,
        ticket_number: found.current.ticket_number,
        request_number: found.current.request_number,
      }),
    refusal: mutation,
  });
  return (
    <ConfirmFactsDialog
      title={<Trans>Whose payment is this line?</Trans>}
      lead={
        <Trans>
          Without a ticket, a payment request and a company it is recorded as an unidentified
          payment.
        </Trans>
      }
      facts={lineFacts(line)}
      confirm={words(<Trans>Record the payment</Trans>)}
      mutation={mutation}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormFields form={form}>
        <PayerFields optional />
      </FormFields>
      {field}
    </ConfirmFactsDialog>
  );
}
