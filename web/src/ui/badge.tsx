import type { ComponentType, ReactNode } from 'react';

export type Tone = 'neutral' | 'now' | 'due' | 'good' | 'bad';

const tones: Record<Tone, string> = {
  neutral: 'bg-line/60 text-ink-soft',
  now: 'bg-saffron-wash text-saffron-ink',
  due: 'bg-due-wash text-due',
  good: 'bg-paid-wash text-paid',
  bad: 'bg-overdue-wash text-overdue',
};

export type Icon = ComponentType<{ className?: string }>;

/** Icon + word + colour: colour never speaks alone. */
export function Badge({
  tone = 'neutral',
  icon: BadgeIcon,
  children,
}: {
  tone?: Tone;
  icon?: Icon;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 text-sm font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {BadgeIcon ? <BadgeIcon className="size-3.5" /> : null}
      {children}
    </span>
  );
}
