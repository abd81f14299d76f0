import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';
import { groupedAmount } from '#domain/amount-format.ts';
import { addMonths, type IsoDate } from '#domain/calendar.ts';
import {
  positionOnAxis,
  timelineAxis,
  timelineDays,
  type TimelineAxis,
} from '#domain/installments/timeline.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { IsoDate as DateText } from '../ui/iso-date.tsx';
import type { InstallmentDay, InstallmentView, TicketLinkTo } from './installments-view.ts';
import { DOT_ROOM_PX, labelSides, lanesOf, type LabelSide } from './lanes.ts';
import { TimelineDot } from './timeline-dot.tsx';

/** The line of time: Today at its start, one dot per due date on a stem of its own (SPEC section 2, Payment Timeline). */
export default function TimelineLine({
  today,
  installments,
  ticketLink,
}: {
  today: IsoDate;
  installments: readonly InstallmentView[];
  ticketLink: TicketLinkTo;
}) {
  const [line, width] = useWidth();
  const days = timelineDays(installments);
  const axis = timelineAxis(
    today,
    days.map((day) => day.due_date),
  );
  const places = days.map((day) => positionOnAxis(axis, day.due_date));
  const lanes = lanesOf(places, width);
  const labels = labelSides(places, lanes, days.map(labelWidth), width);
  const height = 34 + Math.max(0, ...lanes) * DOT_ROOM_PX;
  return (
    // A dot at either end of the line needs half its width beside it.
    <div className="px-3">
      <div ref={line} className="relative" style={{ blockSize: height }}>
        <Dots days={days} places={places} lanes={lanes} labels={labels} ticketLink={ticketLink} />
      </div>
      <Axis axis={axis} width={width} />
    </div>
  );
}

/** The width of a day's amount in small figures, in pixels, with the sign before it and a count beside its dot. */
const labelWidth = ({ total_halalas, count }: InstallmentDay) =>
  groupedAmount(decimalFromHalalas(total_halalas)).length * 7.5 + 18 + (count > 1 ? 10 : 0);

/** One stop for the keyboard; the arrow keys walk along the line in reading direction, Home and End to its ends. */
function Dots({
  days,
  places,
  lanes,
  labels,
  ticketLink,
}: {
  days: readonly InstallmentDay[];
  places: readonly number[];
  lanes: readonly number[];
  labels: readonly LabelSide[];
  ticketLink: TicketLinkTo;
}) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const [chosen, setChosen] = useState(0);
  const stop = Math.min(chosen, days.length - 1);
  const walk = (event: KeyboardEvent) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const [forward, back] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
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
        <TimelineDot
          key={day.due_date}
          day={day}
          place={places[index] ?? 0}
          lane={lanes[index] ?? 0}
          labelSide={labels[index] ?? null}
          isStop={index === stop}
          onFocus={() => setChosen(index)}
          onKeyDown={walk}
          ticketLink={ticketLink}
        />
      ))}
    </ol>
  );
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
            className="absolute top-0 h-2 w-px bg-line-strong forced-colors:bg-[CanvasText]"
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
