import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { ApiError, messageOf } from '../../api/api-error.ts';
import type { BankStatement } from '#api/bank-statements.ts';
import type { DayOrder, DecidedOrder, LineRefusal } from '#domain/servicing/bank-statement-line.ts';
import type { MatchReason } from '#domain/servicing/bank-statement-matching.ts';

const reasonWords: Record<MatchReason, MessageDescriptor> = {
  virtual_iban: msg`It went to the company’s virtual IBAN.`,
  virtual_iban_contradicted: msg`It went to a company’s virtual IBAN, but the reference is another company’s.`,
  virtual_iban_free: msg`It went to a virtual IBAN that no company had on its day.`,
  reference: msg`The payment reference is correct, and the amount or the payer matches.`,
  reference_alone: msg`The payment reference is correct, but neither the amount nor the payer matches.`,
  reference_other_payer: msg`The payment reference is correct, but the payer is different.`,
  reference_above_rest: msg`The payment reference is correct, but less is owed for it.`,
  reference_not_open: msg`Nothing is owed for the payment reference.`,
  request_ended: msg`The reference is of a payment request that had ended by this day.`,
  references_one_company: msg`It carries several references of this company.`,
  references_several_companies: msg`It carries references of several companies.`,
  ticket_number_agrees: msg`It names the ticket without a correct reference; the amount or the payer matches.`,
  ticket_number: msg`It names the ticket without a correct reference.`,
  reported: msg`The company reported a transfer of this amount.`,
  known_iban: msg`The company has paid from this IBAN before.`,
  amount_and_name: msg`The amount and the payer match.`,
  amount: msg`Only this ticket owes this amount.`,
  amount_of_several: msg`Several tickets owe this amount.`,
  already_recorded: msg`A similar payment has already been recorded.`,
  paid_alike: msg`The same amount was paid around this date.`,
  payment_reversed: msg`Its payment was reversed.`,
  told_before: msg`Another statement shows a transfer that may be the same.`,
  before_debt: msg`It is clear whose money it is, but the day lies before anything was owed.`,
  value_date_ahead: msg`It is clear whose money it is, but the value date is still to come.`,
  taken_back: msg`The bank reversed it on another line.`,
  says_reversal: msg`It is clear whose money it is, but the text calls it a reversal.`,
  says_balance: msg`It is clear whose money it is, but the text calls it a balance.`,
  takes_back_reference: msg`It carries the bank’s reference of what it reverses.`,
  takes_back_ticket: msg`It names the ticket of what it reverses.`,
  takes_back_payer: msg`The amount and the payer are those of what it reverses.`,
  takes_back_amount: msg`It is the only receipt of that amount.`,
  takes_back_part: msg`A larger payment has its reference or its IBAN: a part is taken back.`,
  takes_back_unknown: msg`Nothing is known that it could reverse.`,
  own_payout: msg`It names a payout of ours.`,
  payout_file_differs: msg`It names a payout file of ours, but has another sum or repeats its debit. Ask the bank.`,
  own_refund: msg`It names a refund of ours.`,
  nothing: msg`Nothing matches it.`,
};

const refusalWords: Record<LineRefusal, MessageDescriptor> = {
  currency: msg`Not in riyals`,
  reversal: msg`A payment of ours that was returned`,
  not_booked: msg`Not booked yet`,
};

const dayOrderWords: Record<DayOrder, MessageDescriptor> = {
  day_first: msg`Days first`,
  month_first: msg`Months first`,
};

const dayOrderBasisWords: Record<DecidedOrder['by'], MessageDescriptor> = {
  days: msg`by its days above 12`,
  choice: msg`as it was chosen`,
  period: msg`by the period above the columns`,
  print_date: msg`by the print date`,
  title: msg`by a date above the columns`,
  not_after_today: msg`because no day is after today`,
  balances: msg`by the order of its balances`,
  earlier_files: msg`as in the account’s earlier files`,
};

/** What a file can be refused for: columns of CSV, elements of camt.053, the file itself. */
const fieldWords: Record<string, MessageDescriptor> = {
  date: msg`date`,
  'value date': msg`value date`,
  amount: msg`amount`,
  currency: msg`currency`,
  type: msg`debit or credit`,
  status: msg`status`,
  columns: msg`columns`,
  rows: msg`rows`,
  row: msg`row`,
  quotes: msg`quotation marks`,
  lines: msg`lines`,
  text: msg`text`,
  file: msg`file`,
  DOCTYPE: msg`file`,
  XML: msg`file`,
  BkToCstmrStmt: msg`file`,
  Acct: msg`account`,
  Ntry: msg`entries`,
  NtryDtls: msg`details of the entry`,
  CdtDbtInd: msg`debit or credit`,
  BookgDt: msg`date`,
  ValDt: msg`value date`,
  Amt: msg`amount`,
  'Amt/@Ccy': msg`currency`,
};

/** Where a file is wrong and how, from the field of a refusal: "line 3 · amount". A column's own name stays as it is. */
function useStatementFileProblem(): (problem: { field: string; message: string }) => string {
  const { i18n, t } = useLingui();
  return ({ field, message }) => {
    const [, line, inLine = field] = /^line (\d+) · (.*)$/.exec(field) ?? [];
    const known = fieldWords[inLine];
    const place = known ? i18n._(known) : `\u2068${inLine}\u2069`;
    return line ? t`Line ${line}, ${place}: ${message}.` : t`In the file, ${place}: ${message}.`;
  };
}

/** The server's words about a file, with the line and the field that it names. */
export function useRefusedFileWords(): (error: unknown) => string {
  const problemWords = useStatementFileProblem();
  return (error) => {
    const words = messageOf(error);
    const [first] = error instanceof ApiError ? error.fields : [];
    return first && !words.includes(first.message) ? `${words} ${problemWords(first)}` : words;
  };
}

/** The order of day and month in dates. */
export function useDayOrderWord(): (order: DayOrder) => string {
  const { i18n } = useLingui();
  return (order) => i18n._(dayOrderWords[order]);
}

/** How the dates of a statement were read and what decided it; null where they can be read in one way only. */
export function useDecidedOrderWords(): (statement: BankStatement) => string | null {
  const { i18n, t } = useLingui();
  return ({ day_order, day_order_by }) => {
    if (day_order === null || day_order_by === null) return null;
    const [order, basis] = [dayOrderWords[day_order], dayOrderBasisWords[day_order_by]].map((one) =>
      i18n._(one),
    );
    return t`${order}, ${basis}`;
  };
}

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
