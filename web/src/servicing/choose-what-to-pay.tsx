import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PayableItem, PayCentre } from '#api/payment-requests.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, sumHalalas } from '#domain/money.ts';
import {
  dueThisMonth,
  isLate,
  keyOfPayable,
  lateItems,
  ofTicket,
} from '#domain/servicing/payment-choice.ts';
import { isChoosable, toPay } from '#domain/servicing/payment-request.ts';
import { Badge } from '../ui/badge.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { ClockIcon } from '../ui/icons.tsx';
import { DueDate, useDateText } from '../ui/iso-date.tsx';
import { Link } from '../ui/link.tsx';
import { amountText, Money } from '../ui/money.tsx';
import { UserText } from '../ui/user-text.tsx';
import { PayableName } from './payable-name.tsx';
import { requestPath } from './request-path.ts';
import type { PaymentChoice } from './use-payment-choice.ts';

const amountOf = (items: readonly PayableItem[]) =>
  decimalFromHalalas(sumHalalas(items.map(toPay)));

/** What can be paid, the longest due first, with the quick ways to choose of it. */
export function ChooseWhatToPay({
  centre: { items, requests, today },
  choice,
  canChoose,
}: {
  centre: PayCentre;
  choice: PaymentChoice;
  /** False while there is no account to transfer to. */
  canChoose: boolean;
}) {
  const firstOfTicket = new Map<string, string>();
  for (const item of items) {
    if (item.kind !== 'installment' || item.ticket_number === null || !isChoosable(item)) continue;
    if (!firstOfTicket.has(item.ticket_number)) {
      firstOfTicket.set(item.ticket_number, keyOfPayable(item));
    }
  }
  return (
    <Card look="plain" title={<Trans>Choose what to pay</Trans>}>
      {canChoose ? <QuickChoices items={items} today={today} choice={choice} /> : null}
      <ul className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-t border-line sm:gap-x-4 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.3fr)_auto]">
        {items.map((item) => {
          const key = keyOfPayable(item);
          const whole =
            firstOfTicket.get(item.ticket_number ?? '') === key
              ? ofTicket(items, item.ticket_number!)
              : [];
          return (
            <Row
              key={key}
              item={item}
              today={today}
              whole={canChoose && whole.length > 1 ? whole : null}
              requestId={
                requests.find(({ request_number }) => request_number === item.request_number)?.id
              }
              choice={choice}
              canChoose={canChoose && isChoosable(item)}
            />
          );
        })}
      </ul>
    </Card>
  );
}

function QuickChoices({
  items,
  today,
  choice,
}: {
  items: readonly PayableItem[];
  today: IsoDate;
  choice: PaymentChoice;
}) {
  const late = lateItems(items, today);
  const month = dueThisMonth(items, today);
  const all = items.filter(isChoosable);
  const quick = [
    { id: 'late', name: <Trans>All overdue</Trans>, some: late },
    // What is overdue is due this month too: another choice only where more is.
    {
      id: 'month',
      name: <Trans>All due this month</Trans>,
      some: month.length > late.length ? month : [],
    },
    { id: 'all', name: <Trans>Everything</Trans>, some: all },
  ].filter(({ some }) => some.length > 0);
  if (quick.length === 0) {
    return (
      <p className="mb-4 text-ink-soft">
        <Trans>Everything is being checked or is in an open payment request.</Trans>
      </p>
    );
  }
  return (
    <div className="mb-4 grid gap-2">
      <div className="flex flex-wrap gap-2">
        {quick.map(({ id, name, some }) => (
          <QuickChoice
            key={id}
            isChosen={choice.is(some)}
            onPress={() => choice.set(choice.is(some) ? [] : some)}
          >
            {name} <Money amount={amountOf(some)} className="font-normal" />
          </QuickChoice>
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        <Trans>
          Paying early costs nothing. A later installment of a ticket is paid after its earlier
          ones, so they are chosen with it.
        </Trans>
      </p>
    </div>
  );
}

function QuickChoice({
  isChosen,
  label,
  onPress,
  children,
}: {
  isChosen: boolean;
  label?: string;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={label}
      onClick={onPress}
      className="inline-flex min-h-9 cursor-pointer flex-wrap items-center gap-x-2 rounded-sm border border-line-strong bg-raised px-3 text-sm font-semibold hover:border-ink-soft aria-pressed:border-palm aria-pressed:bg-palm-wash aria-pressed:shadow-[inset_0_0_0_1px_var(--palm)]"
    >
      {children}
    </button>
  );
}

function Row({
  item,
  today,
  whole,
  requestId,
  choice,
  canChoose,
}: {
  item: PayableItem;
  today: IsoDate;
  /** All that can be chosen of its ticket, where this is the first of several. */
  whole: readonly PayableItem[] | null;
  /** Of the open payment request that has it. */
  requestId: string | undefined;
  choice: PaymentChoice;
  canChoose: boolean;
}) {
  const { t } = useLingui();
  const nameOf = useItemName();
  const isChosen = choice.has(item);
  const wholeAmount = whole ? amountText(amountOf(whole)) : '';
  const number = item.ticket_number ?? '';
  const isWhole = whole?.every(choice.has) ?? false;
  return (
    <li
      className={`relative col-span-full grid grid-cols-subgrid border-b border-line py-1.5 sm:px-2 ${isChosen ? 'bg-palm-wash' : ''}`}
    >
      <div className="max-lg:row-span-2">
        <Checkbox
          coversRow
          isSelected={isChosen}
          isDisabled={!canChoose}
          onChange={(selected) => (selected ? choice.add([item]) : choice.remove([item]))}
        >
          {nameOf(item)}
        </Checkbox>
      </div>
      <div className="grid min-w-0 content-start pt-2">
        <span className="font-semibold [&_a]:relative [&_a]:z-10">
          <PayableName
            kind={item.kind}
            ticket_number={item.ticket_number}
            part={item.seq === null ? null : { seq: item.seq, of: item.term_months }}
          />
        </span>
        {item.agency_name ? (
          <span className="text-sm text-ink-soft">
            <UserText text={item.agency_name} />
          </span>
        ) : null}
      </div>
      <div className="flex min-w-0 flex-wrap content-start items-baseline gap-x-3 gap-y-1 max-lg:col-start-2 max-lg:row-start-2 max-lg:pb-1.5 lg:pt-2">
        <DueDate date={item.due_date} />
        <Marks item={item} today={today} requestId={requestId} />
      </div>
      <div className="grid content-start gap-1.5 pt-2 ltr:justify-items-end max-lg:col-start-3 max-lg:row-span-2 max-lg:row-start-1">
        <Money
          amount={isChoosable(item) ? decimalFromHalalas(toPay(item)) : item.open_sar}
          className="font-semibold"
        />
        {whole ? (
          <span className="relative z-10">
            <QuickChoice
              isChosen={isWhole}
              label={t`Whole ticket ${number}, ${wholeAmount}`}
              onPress={() => (isWhole ? choice.remove(whole) : choice.add(whole))}
            >
              <Trans>Whole ticket</Trans>
            </QuickChoice>
          </span>
        ) : null}
      </div>
    </li>
  );
}

/** Notes on an item: late, being checked, or already in a request. */
function Marks({
  item,
  today,
  requestId,
}: {
  item: PayableItem;
  today: IsoDate;
  requestId: string | undefined;
}) {
  const { kind, being_checked_sar, request_number } = item;
  const isAllChecked = toPay(item) === 0;
  const number = requestId ? (
    <Link to={requestPath(requestId)}>
      <bdi translate="no">{request_number}</bdi>
    </Link>
  ) : (
    <bdi translate="no">{request_number}</bdi>
  );
  return (
    <>
      {kind === 'loss' || kind === 'refund_loss' ? (
        <StatusBadge status="InDefault" />
      ) : kind === 'installment' && isLate(item, today) ? (
        <StatusBadge status="Overdue" />
      ) : null}
      {being_checked_sar === '0.00' ? null : (
        <Badge tone="now" icon={ClockIcon}>
          {isAllChecked ? (
            <Trans>Being checked</Trans>
          ) : (
            <Trans>
              <Money amount={being_checked_sar} /> being checked
            </Trans>
          )}
        </Badge>
      )}
      {request_number === null ? null : (
        <span className="relative z-10 text-sm">
          <Trans>In payment request {number}</Trans>
        </span>
      )}
    </>
  );
}

/** An item in words, for who hears the list. */
function useItemName(): (item: PayableItem) => string {
  const { t } = useLingui();
  const dateText = useDateText();
  return (item) => {
    const amount = amountText(decimalFromHalalas(toPay(item)));
    const due = dateText(item.due_date);
    const { kind, ticket_number, seq, term_months } = item;
    if (ticket_number === null) return t`Refund that you owe back, ${amount}, since ${due}`;
    if (kind === 'loss') return t`${ticket_number}, in default, ${amount}, since ${due}`;
    return t`${ticket_number}, installment ${seq} of ${term_months}, ${amount}, due ${due}`;
  };
}
