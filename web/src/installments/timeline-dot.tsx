import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState, type KeyboardEvent } from 'react';
import { decimalFromHalalas } from '#domain/money.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useStatusWord } from '../ui/status-badge.tsx';
import { useDateText } from '../ui/iso-date.tsx';
import { amountText, Money } from '../ui/money.tsx';
import type { InstallmentDay, TicketLinkTo } from './installments-view.ts';
import { DOT_ROOM_PX, type LabelSide } from './lanes.ts';
import { StatusMark } from './mark.tsx';

const DayPopover = lazyPart(() => import('./day-popover.tsx'));

/** One due date on its stem: says its day whole, and opens it. */
export function TimelineDot({
  day,
  place,
  lane,
  labelSide,
  isStop,
  onFocus,
  onKeyDown,
  ticketLink,
}: {
  day: InstallmentDay;
  /** Share of the line, 0 to 1. */
  place: number;
  lane: number;
  labelSide: LabelSide;
  /** Whether the keyboard's one stop on the line is here. */
  isStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  ticketLink: TicketLinkTo;
}) {
  const label = useDayText()(day);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <li
      className="absolute bottom-0 flex w-0 flex-col items-center"
      style={{ insetInlineStart: `${place * 100}%`, blockSize: 30 + lane * DOT_ROOM_PX }}
    >
      <span
        aria-hidden="true"
        className="absolute top-5 bottom-0 w-px bg-line-strong forced-colors:bg-[CanvasText]"
      />
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        tabIndex={isStop ? 0 : -1}
        onClick={() => setOpen(true)}
        onPointerEnter={DayPopover.preload}
        onFocus={() => {
          DayPopover.preload();
          onFocus();
        }}
        onKeyDown={onKeyDown}
        className="relative z-10 grid size-6 shrink-0 cursor-pointer place-items-center rounded-full outline-offset-1 transition-transform duration-150 hover:scale-115 active:scale-100"
      >
        <StatusMark status={day.status} className="size-5" />
      </button>
      {/* Beside the button, not in it: its name says the count in words, in Arabic without a figure. */}
      {day.count > 1 ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute -inset-e-5 -top-2 z-10 grid h-4.5 min-w-4.5 place-items-center rounded-full border border-line-strong bg-raised px-1 text-xs leading-none font-semibold tabular-nums"
        >
          {day.count}
        </span>
      ) : null}
      {/* For the eye: the button's name says it. */}
      {labelSide ? (
        <span
          aria-hidden="true"
          className={`pointer-events-none absolute top-0 grid h-6 items-center text-xs text-ink-soft ${labelSide === 'before' ? 'inset-e-3.5' : day.count > 1 ? 'inset-s-6' : 'inset-s-3.5'}`}
        >
          <Money amount={decimalFromHalalas(day.total_halalas)} />
        </span>
      ) : null}
      {isOpen ? (
        <DayPopover
          day={day}
          label={label}
          trigger={button}
          onClose={() => setOpen(false)}
          ticketLink={ticketLink}
        />
      ) : null}
    </li>
  );
}

/** "20 Nov 2026, 2 installments, SAR 1,000.00, due". */
function useDayText(): (day: InstallmentDay) => string {
  const { t } = useLingui();
  const dateText = useDateText();
  const statusWord = useStatusWord();
  return (day) => {
    const date = dateText(day.due_date);
    const installments = t`${plural(day.count, { one: '# installment', other: '# installments' })}`;
    const total = amountText(decimalFromHalalas(day.total_halalas));
    const status = statusWord(day.status).toLowerCase();
    return t`${date}, ${installments}, ${total}, ${status}`;
  };
}
