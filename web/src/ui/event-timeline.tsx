import { Trans } from '@lingui/react/macro';
import type { Key, ReactNode } from 'react';
import { AlertIcon, CheckIcon, CrossIcon } from './icons.tsx';

/** `past` has happened; `now` is where it stands; `late` should have happened; `stopped` ended it; `future` comes. */
export type TimelineState = 'past' | 'now' | 'late' | 'stopped' | 'future';

export interface TimelineEvent {
  id: Key;
  title: ReactNode;
  /** When: <IsoDate>, <DueDate>, <RelativeDate>. */
  time?: ReactNode;
  state: TimelineState;
  /** Who, why, how much. */
  children?: ReactNode;
}

/** What happened and what comes, from top to bottom: a list with one line through it. */
export function EventTimeline({
  events,
  label,
}: {
  events: readonly TimelineEvent[];
  label: string;
}) {
  return (
    <ol aria-label={label}>
      {events.map((event, index) => (
        <Event key={event.id} event={event} following={events[index + 1]} />
      ))}
    </ol>
  );
}

function Event({
  event,
  following,
}: {
  event: TimelineEvent;
  following: TimelineEvent | undefined;
}) {
  const { title, time, state, children } = event;
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className="grid grid-cols-[1.5rem_1fr] gap-x-4"
    >
      <span aria-hidden="true" className="flex flex-col items-center">
        <Mark state={state} />
        {following ? (
          <span
            className={`my-1 grow border-s-2 ${following.state === 'future' ? 'border-dashed border-line-strong' : 'border-palm'}`}
          />
        ) : null}
      </span>
      <div className={`min-w-0 ${following ? 'pb-6' : ''}`}>
        <p className="items-baseline justify-between gap-x-6 sm:flex">
          <span className={state === 'future' ? 'text-ink-soft' : 'font-semibold'}>
            {title}
            <Spoken state={state} />
          </span>
          {time ? <span className="text-sm text-ink-soft max-sm:block">{time}</span> : null}
        </p>
        {children ? <div className="mt-0.5 text-sm text-ink-soft">{children}</div> : null}
      </div>
    </li>
  );
}

const marks: Record<TimelineState, { look: string; icon?: ReactNode }> = {
  past: { look: 'bg-palm text-on-palm', icon: <CheckIcon className="size-4" /> },
  now: { look: 'border-4 border-saffron bg-raised ring-1 ring-saffron-ink' },
  late: { look: 'bg-overdue text-on-status', icon: <AlertIcon className="size-3.5" /> },
  stopped: { look: 'bg-ink-soft text-paper', icon: <CrossIcon className="size-4" /> },
  future: { look: 'border-2 border-line-strong bg-transparent rounded-full' },
};

/** Each state has a shape of its own: colour never speaks alone. */
function Mark({ state }: { state: TimelineState }) {
  const { look, icon } = marks[state];
  return <span className={`grid size-6 shrink-0 place-items-center ${look}`}>{icon}</span>;
}

function Spoken({ state }: { state: TimelineState }) {
  if (state === 'past' || state === 'stopped') return null;
  return (
    <span className="sr-only">
      {' '}
      {state === 'now' ? (
        <Trans>(now)</Trans>
      ) : state === 'late' ? (
        <Trans>(late)</Trans>
      ) : (
        <Trans>(upcoming)</Trans>
      )}
    </span>
  );
}
