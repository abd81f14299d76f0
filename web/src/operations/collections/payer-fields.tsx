import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { namedNumberOf, payerNumberOf, type NamedNumber } from '#domain/servicing/named-number.ts';
import { call } from '../../api/call.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { queryKeys } from '../../api/queries.ts';
import { Money } from '../../ui/money.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { FormTextField, useFormField } from '../../ui/forms/form.tsx';
import { CompanyPicker, type CompanyName } from '../customers/company-picker.tsx';

/**
 * Whose a payment is: by the ticket or the payment request that it names, or by its company. All null: not known yet.
 */
export interface Payer extends NamedNumber {
  company: CompanyName | null;
}

/** What is typed of a payer. */
export interface PayerValues {
  /** The number or the payment reference of a ticket, of a payment request or of a company. */
  reference: string;
  company: CompanyName | null;
}

/** Finds whose a payment is: `check` says at its field why it cannot be told, and `found` is the payer then. */
export function usePayer() {
  const { t } = useLingui();
  const found = useRef<Payer>({ ticket_number: null, request_number: null, company: null });
  const check = async ({ reference, company }: PayerValues): Promise<{ reference?: string }> => {
    found.current = { ticket_number: null, request_number: null, company };
    if (reference.trim() === '') return {};
    const payer_number = payerNumberOf(reference);
    if (payer_number !== null) {
      try {
        const { items } = await call('find_companies', { query: { search: payer_number } });
        const [named = null] = items;
        if (named === null) return { reference: t`There is no such company.` };
        if (company && company.id !== named.id) {
          return { reference: t`This reference belongs to another company.` };
        }
        found.current = { ticket_number: null, request_number: null, company: named };
        return {};
      } catch (error) {
        return { reference: messageOf(error) };
      }
    }
    const named = namedNumberOf(reference);
    if (named === null) {
      return { reference: t`This is neither a number nor a payment reference of ours.` };
    }
    const { ticket_number, request_number } = named;
    try {
      const of =
        ticket_number === null
          ? await call('find_payment_request', { params: { request_number: request_number ?? '' } })
          : (await call('read_financed_ticket', { params: { ticket_number } })).ticket;
      if (company && company.id !== of.company_id) {
        return {
          reference:
            ticket_number === null
              ? t`This payment request belongs to another company.`
              : t`This ticket belongs to another company.`,
        };
      }
      found.current = { ...named, company: { id: of.company_id, name: of.company_name ?? '—' } };
      return {};
    } catch (error) {
      const isMissing = error instanceof ApiError && error.code === 'not_found';
      if (!isMissing) return { reference: messageOf(error) };
      return {
        reference:
          ticket_number === null
            ? t`There is no such payment request.`
            : t`There is no such ticket.`,
      };
    }
  };
  return { check, found };
}

/** A ticket or a payment request, or a company. Of a payment request its company stands below, before anything is sent. */
export function PayerFields({ optional }: { optional?: boolean }) {
  const { t } = useLingui();
  const company = useFormField<CompanyName | null>('company');
  const reference = useFormField('reference');
  return (
    <>
      <FormTextField
        name="reference"
        label={t`Ticket, payment request or company`}
        hint={t`Its number or its payment reference. It is paid first, then what else the company owes; the rest is kept as credit.`}
        optional
        ltr
      />
      <CompanyOfRequest reference={reference.value} />
      <CompanyPicker optional={optional} value={company.value} onChange={company.onChange} />
    </>
  );
}

/** Whose the payment request is that somebody has typed, and what is left of it. */
function CompanyOfRequest({ reference }: { reference: string }) {
  const request_number = namedNumberOf(reference)?.request_number ?? null;
  const { data } = useQuery({
    queryKey: queryKeys.operations('named-request', request_number),
    queryFn: ({ signal }) =>
      call('find_payment_request', { params: { request_number: request_number ?? '' }, signal }),
    enabled: request_number !== null,
    retry: false,
  });
  if (!data || request_number === null) return null;
  return (
    <p className="text-sm">
      <Trans>
        Payment request of <UserText text={data.company_name ?? '—'} className="font-semibold" />:{' '}
        <Money amount={data.open_sar} /> is left of it.
      </Trans>
    </p>
  );
}
