import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import type { BudgetStatus } from '#domain/budget/budget-decision.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { BanIcon, CheckIcon, ClockIcon } from '../../ui/icons.tsx';

const looks: Record<
  BudgetStatus,
  { tone: Tone; icon: ComponentType<{ className?: string }>; word: MessageDescriptor }
> = {
  Preliminary: { tone: 'now', icon: ClockIcon, word: msg`Preliminary` },
  Confirmed: {
    tone: 'good',
    icon: CheckIcon,
    word: msg({ message: 'Confirmed', context: 'of a budget' }),
  },
  Suspended: {
    tone: 'bad',
    icon: BanIcon,
    word: msg({ message: 'Suspended', context: 'of a budget' }),
  },
};

/** The word of a budget's status. */
export function useBudgetStatusWord(): (status: BudgetStatus) => string {
  const { i18n } = useLingui();
  return (status) => i18n._(looks[status].word);
}

/** What staff have made of a budget: word, shape and colour. */
export function BudgetBadge({ status }: { status: BudgetStatus }) {
  const wordOf = useBudgetStatusWord();
  const { tone, icon } = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {wordOf(status)}
    </Badge>
  );
}
