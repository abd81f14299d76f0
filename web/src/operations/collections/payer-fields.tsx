import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ticketNumberOf } from '#domain/servicing/ticket-number.ts';
import { call } from '../../api/call.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { TextField } from '../../ui/text-field.tsx';
import { CompanyPicker, type CompanyName } from '../customers/company-picker.tsx';

/** Whose a payment is: by the ticket that it names, or by its company. Both null: not known yet. */
export interface Payer {
  ticket_number: string | null;
  company: CompanyName | null;
}

type PayerFields = ReturnType<typeof usePayerFields>;

/** What was typed of a payer. `read` finds it, or says at its field why not and gives null. */
export function usePayerFields(startReference = '') {
  const { t } = useLingui();
  const [reference, setReference] = useState(startReference);
  const [company, setCompany] = useState<CompanyName | null>(null);
  const [problem, setProblem] = useState<string>();

  const read = async (): Promise<Payer | null> => {
    if (reference.trim() === '') return { ticket_number: null, company };
    const ticket_number = ticketNumberOf(reference);
    if (ticket_number === null) {
      setProblem(t`This is no ticket number and no payment reference of ours.`);
      return null;
    }
    try {
      const { ticket } = await call('read_financed_ticket', { params: { ticket_number } });
      if (company && company.id !== ticket.company_id) {
        setProblem(t`This ticket is another company's.`);
        return null;
      }
      return {
        ticket_number,
        company: { id: ticket.company_id, name: ticket.company_name ?? '—' },
      };
    } catch (error) {
      const isMissing = error instanceof ApiError && error.code === 'not_found';
      setProblem(isMissing ? t`There is no such ticket.` : messageOf(error));
      return null;
    }
  };

  return {
    read,
    reference,
    company,
    problem,
    change: (next: { reference?: string; company?: CompanyName | null }) => {
      if (next.reference !== undefined) setReference(next.reference);
      if (next.company !== undefined) setCompany(next.company);
      setProblem(undefined);
    },
  };
}

/** A payment reference or a ticket number, or a company. */
export function PayerInputs({ fields, optional }: { fields: PayerFields; optional?: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Payment reference or ticket number`}
        hint={t`Pays this ticket first, then what else the company owes; the rest is kept as credit.`}
        optional
        ltr
        value={fields.reference}
        onChange={(reference) => fields.change({ reference })}
        error={fields.problem}
      />
      <CompanyPicker
        optional={optional}
        value={fields.company}
        onChange={(company) => fields.change({ company })}
      />
    </>
  );
}
