import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { LineRefusal } from '#domain/servicing/bank-statement-line.ts';
import type { MatchReason } from '#domain/servicing/bank-statement-matching.ts';

const reasonWords: Record<MatchReason, MessageDescriptor> = {
  reference: msg`The payment reference is right, and the amount or the payer agrees.`,
  reference_alone: msg`The payment reference is right, but neither the amount nor the payer says the same.`,
  reference_other_payer: msg`The payment reference is right, but the payer is another one.`,
  reference_above_rest: msg`The payment reference is right, but its ticket owes less.`,
  reference_not_open: msg`The payment reference is of a ticket for which nothing is owed.`,
  references_one_company: msg`It names several tickets of this company.`,
  references_several_companies: msg`It names tickets of several companies.`,
  ticket_number_agrees: msg`It names the ticket without a right reference; the amount or the payer agrees.`,
  ticket_number: msg`It names the ticket without a right reference.`,
  reported: msg`The company reported a transfer of this amount.`,
  known_iban: msg`The company has paid from this IBAN before.`,
  amount_and_name: msg`The amount and the payer agree.`,
  amount: msg`Only this ticket owes this amount.`,
  amount_of_several: msg`Several tickets owe this amount.`,
  already_recorded: msg`A payment like it has been recorded already.`,
  paid_alike: msg`The same amount was paid these days.`,
  payment_reversed: msg`Its payment was reversed.`,
  nothing: msg`Nothing agrees with it.`,
};

const refusalWords: Record<LineRefusal, MessageDescriptor> = {
  currency: msg`Not in riyals`,
  reversal: msg`A payment of ours that came back`,
  not_booked: msg`Not booked yet`,
};

/** Why a line is proposed as it is. */
export function useReasonWord(): (reason: MatchReason) => string {
  const { i18n } = useLingui();
  return (reason) => i18n._(reasonWords[reason]);
}

/** Why money that came in is kept apart. */
export function useRefusalWord(): (refusal: LineRefusal) => string {
  const { i18n } = useLingui();
  return (refusal) => i18n._(refusalWords[refusal]);
}
