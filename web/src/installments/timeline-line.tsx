import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState } from 'react';
import { Button, useLocale } from 'react-aria-components';
import { addMonths, type IsoDate } from '#domain/calendar.ts';
import {
  positionOnAxis,
  timelineAxis,
  timelineDays,
  type TimelineAxis,
  type TimelineDay,
} from '#domain/installments/timeline.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { useStatusWord } from '../ui/badge.tsx';
import { IsoDate as DateText, useDateText } from '../ui/iso-date.tsx';
import { amountText } from '../ui/money.tsx';
import { Popover } from '../ui/popover.tsx';
import { DayDetails } from './day-details.tsx';
import type { InstallmentView } from './installments-view.ts';
import { DOT_ROOM_PX, lanesOf } from './lanes.ts';
import { StatusMark } from './mark.tsx';

type Day = TimelineDay<InstallmentView>;

/** The line of time: Today at its start, one dot per due date on a stem of its own (SPEC section 2, Payment Timeline). */
export function TimelineLine({
  today,
  installments,
}: {
  today: IsoDate;
  installments: readonly InstallmentView[];
}) {
  const [line, width] = useWidth();
  const days = timelineDays(installments);
  const axis = timelineAxis(
    today,
    days.map((day) => day.due_date),
  );
  const places = days.map((day) => positionOnAxis(axis, day.due_date));
  const lanes = lanesOf(places, width);
  const height = 34 + Math.max(0, ...lanes) * DOT_ROOM_PX;
  return (
    // A dot at either end of the line needs half its width beside it.
    <div className="px-3">
      <div ref={line} className="relative" style={{ blockSize: height }}>
        <Dots days={days} places={places} lanes={lanes} />
      </div>
      <Axis axis={axis} width={width} />
    </div>
  );
}

/** One stop for the keyboard; the arrow keys walk along the line in reading direction, Home and End to its ends. */
function Dots({
  days,
  places,
  lanes,
}: {
  days: readonly Day[];
  places: readonly number[];
  lanes: readonly number[];
}) {
  const { t } = useLingui();
  const { direction } = useLocale();
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState(0);
  const stop = Math.min(chosen, days.length - 1);
  const walk = (event: { key: string; preventDefault: () => void }) => {
    const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
    const targets: Record<string, number> = {
      [forward]: stop + 1,
      [back]: stop - 1,
      Home: 0,
      End: days.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('button')[target]?.focus();
  };
  return (
    <ol ref={list} aria-label={t`Due dates`}>
      {days.map((day, index) => (
        <Dot
          key={day.due_date}
          day={day}
          place={places[index] ?? 0}
          lane={lanes[index] ?? 0}
          isStop={index === stop}
          onFocus={() => setChosen(index)}
          onKeyDown={walk}
        />
      ))}
    </ol>
  );
}

function Dot({
  day,
  place,
  lane,
  isStop,
  onFocus,
  onKeyDown,
}: {
  day: Day;
  place: number;
  lane: number;
  isStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: { key: string; preventDefault: () => void }) => void;
}) {
  const label = useDayText()(day);
  return (
    <li
      className="absolute bottom-0 flex w-0 flex-col items-center"
      style={{ insetInlineStart: `${place * 100}%`, blockSize: 30 + lane * DOT_ROOM_PX }}
    >
      <span aria-hidden="true" className="absolute top-5 bottom-0 w-px bg-line-strong" />
      <Popover
        label={label}
        trigger={
          <Button
            aria-label={label}
            excludeFromTabOrder={!isStop}
            onFocus={onFocus}
            onKeyDown={onKeyDown}
            className="relative z-10 grid size-6 shrink-0 cursor-pointer place-items-center rounded-full outline-offset-1 transition-transform duration-150 hover:scale-115 pressed:scale-100"
          >
            <StatusMark status={day.status} className="size-5" />
            {day.count > 1 ? (
              <span
                aria-hidden="true"
                className="absolute -inset-e-2 -top-2 grid h-4.5 min-w-4.5 place-items-center rounded-full border border-line-strong bg-raised px-1 text-xs leading-none font-semibold tabular-nums"
              >
                {day.count}
              </span>
            ) : null}
          </Button>
        }
      >
        <DayDetails day={day} />
      </Popover>
    </li>
  );
}

/** "20 Nov 2026, 2 installments, SAR 1,000.00, due". */
function useDayText(): (day: Day) => string {
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

/** The line itself: a tick at each further month, Today and the last day in words. */
function Axis({ axis, width }: { axis: TimelineAxis; width: number }) {
  const { i18n } = useLingui();
  const month = new Intl.DateTimeFormat(`${i18n.locale}-u-ca-gregory-nu-latn`, {
    month: 'short',
    timeZone: 'UTC',
  });
  return (
    <div aria-hidden="true" className="relative h-9 border-t-2 border-ink text-sm">
      <span className="absolute -top-[7px] h-3 w-0.5 -translate-x-px bg-saffron outline-2 outline-saffron" />
      <span className="absolute inset-s-0 top-2 -ms-1 font-semibold">
        <Trans>Today</Trans>
      </span>
      {firstDaysOfMonths(axis).map((date) => {
        const place = positionOnAxis(axis, date);
        const fits = place * width > 64 && (1 - place) * width > 110;
        return (
          <span
            key={date}
            className="absolute top-0 h-2 w-px bg-line-strong"
            style={{ insetInlineStart: `${place * 100}%` }}
          >
            {fits ? (
              <span className="absolute inset-s-0 top-2 -translate-x-1/2 text-ink-faint rtl:translate-x-1/2">
                {month.format(new Date(date))}
              </span>
            ) : null}
          </span>
        );
      })}
      <span className="absolute inset-e-0 top-2 -me-1 text-ink-soft">
        <DateText date={axis.end} />
      </span>
    </div>
  );
}

function firstDaysOfMonths({ start, end }: TimelineAxis): IsoDate[] {
  const found: IsoDate[] = [];
  let first = `${addMonths(start, 1).slice(0, 7)}-01`;
  while (first < end) {
    found.push(first);
    first = addMonths(first, 1);
  }
  return found;
}

/** An element's width in pixels, followed while it changes; before the first measure a phone's. */
function useWidth() {
  const [width, setWidth] = useState(300);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width] as const;
}
