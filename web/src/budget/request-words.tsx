import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { BudgetCondition, BudgetRequestStatus } from '#domain/budget/budget-request.ts';
import type { requestDocumentKinds } from '#domain/files/file-rules.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { CheckIcon, ClockIcon, CrossIcon } from '../ui/icons.tsx';

const statuses: Record<BudgetRequestStatus, { tone: Tone; word: MessageDescriptor }> = {
  Asked: { tone: 'now', word: msg`Being decided` },
  Offered: { tone: 'due', word: msg`Counter-offer` },
  Accepted: { tone: 'now', word: msg`Waiting for its condition` },
  Appealed: { tone: 'now', word: msg`Appeal being decided` },
  Granted: { tone: 'good', word: msg`Granted` },
  Declined: { tone: 'bad', word: msg({ message: 'Declined', context: 'a request' }) },
  OfferDeclined: { tone: 'neutral', word: msg`Counter-offer declined` },
  Withdrawn: { tone: 'neutral', word: msg({ message: 'Withdrawn', context: 'a request' }) },
  Lapsed: { tone: 'neutral', word: msg`Lapsed` },
};

const overdue = { tone: 'due', word: msg`Waiting for overdue installments` } as const;

/** Where a request for a higher budget stands. */
export function RequestStatusBadge({
  status,
  isOverdue = false,
}: {
  status: BudgetRequestStatus;
  /** An accepted offer waits until what is overdue is paid, whatever its condition. */
  isOverdue?: boolean;
}) {
  const { i18n } = useLingui();
  const { tone, word } = isOverdue && status === 'Accepted' ? overdue : statuses[status];
  const icon =
    tone === 'good' ? CheckIcon : tone === 'now' || tone === 'due' ? ClockIcon : CrossIcon;
  return (
    <Badge tone={tone} icon={icon}>
      {i18n._(word)}
    </Badge>
  );
}

/** What the system checks before, or while, an offer counts. */
export function ConditionText({
  condition,
  value,
}: {
  condition: BudgetCondition;
  value: number | null;
}) {
  const figure = value ?? 0;
  switch (condition) {
    case 'paid_on_time':
      return (
        <Plural
          value={figure}
          one="# installment paid on time from the acceptance on"
          other="# installments paid on time from the acceptance on"
        />
      );
    case 'nothing_overdue':
      return <Trans>Nothing is overdue or in default</Trans>;
    case 'max_term':
      return (
        <Plural
          value={figure}
          one="New tickets of # month only"
          other="New tickets of at most # months"
        />
      );
  }
}

/** The kinds of documents that come with a request. */
export const requestDocumentWords: Record<
  (typeof requestDocumentKinds)[number],
  MessageDescriptor
> = {
  request_bank_statement: msg`Bank statement`,
  request_financial_statement: msg`Financial statement`,
  request_vat_return: msg`VAT return`,
};
