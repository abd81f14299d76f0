import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { ticketNumberOf } from '#domain/servicing/ticket-number.ts';
import { call } from '../../api/call.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { FormTextField, useFormField } from '../../ui/forms/form.tsx';
import { CompanyPicker, type CompanyName } from '../customers/company-picker.tsx';

/** Whose a payment is: by the ticket that it names, or by its company. Both null: not known yet. */
export interface Payer {
  ticket_number: string | null;
  company: CompanyName | null;
}

/** What is typed of a payer. */
export interface PayerValues {
  /** A payment reference or a ticket number. */
  reference: string;
  company: CompanyName | null;
}

/** Finds whose a payment is: `check` says at its field why it cannot be told, and `found` is the payer then. */
export function usePayer() {
  const { t } = useLingui();
  const found = useRef<Payer>({ ticket_number: null, company: null });
  const check = async ({ reference, company }: PayerValues): Promise<{ reference?: string }> => {
    found.current = { ticket_number: null, company };
    if (reference.trim() === '') return {};
    const ticket_number = ticketNumberOf(reference);
    if (ticket_number === null) {
      return { reference: t`This is no ticket number and no payment reference of ours.` };
    }
    try {
      const { ticket } = await call('read_financed_ticket', { params: { ticket_number } });
      if (company && company.id !== ticket.company_id) {
        return { reference: t`This ticket is another company's.` };
      }
      const { company_id: id, company_name } = ticket;
      found.current = { ticket_number, company: { id, name: company_name ?? '—' } };
      return {};
    } catch (error) {
      const isMissing = error instanceof ApiError && error.code === 'not_found';
      return { reference: isMissing ? t`There is no such ticket.` : messageOf(error) };
    }
  };
  return { check, found };
}

/** A payment reference or a ticket number, or a company. */
export function PayerFields({ optional }: { optional?: boolean }) {
  const { t } = useLingui();
  const company = useFormField<CompanyName | null>('company');
  return (
    <>
      <FormTextField
        name="reference"
        label={t`Payment reference or ticket number`}
        hint={t`Pays this ticket first, then what else the company owes; the rest is kept as credit.`}
        optional
        ltr
      />
      <CompanyPicker optional={optional} value={company.value} onChange={company.onChange} />
    </>
  );
}
