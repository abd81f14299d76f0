import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { Badge, type Icon, type Tone } from './badge.tsx';
import {
  AlertIcon,
  BanIcon,
  CheckIcon,
  ClockIcon,
  CrossIcon,
  DotIcon,
  FlagIcon,
  PlayIcon,
} from './icons.tsx';

/** Every status of a ticket, an installment and a payout, and how installments of a loss read: one word, one shape, one colour each. */
const statuses = {
  PendingAgencyApproval: { tone: 'now', icon: ClockIcon, word: msg`Waiting approval` },
  Approved: { tone: 'good', icon: CheckIcon, word: msg`Approved` },
  Active: { tone: 'good', icon: PlayIcon, word: msg`Active` },
  Completed: { tone: 'neutral', icon: FlagIcon, word: msg`Completed` },
  Closed: { tone: 'neutral', icon: BanIcon, word: msg`Closed` },
  Rejected: { tone: 'bad', icon: CrossIcon, word: msg`Rejected` },
  Due: { tone: 'due', icon: DotIcon, word: msg`Due` },
  Paid: { tone: 'good', icon: CheckIcon, word: msg`Paid` },
  Overdue: { tone: 'bad', icon: AlertIcon, word: msg`Overdue` },
  InDefault: { tone: 'bad', icon: AlertIcon, word: msg`In default` },
  WrittenOff: {
    tone: 'bad',
    icon: BanIcon,
    word: msg({ message: 'Written off', context: 'an installment' }),
  },
  Recovered: {
    tone: 'good',
    icon: CheckIcon,
    word: msg({ message: 'Recovered', context: 'an installment' }),
  },
  Pending: { tone: 'now', icon: ClockIcon, word: msg`Pending` },
  Released: {
    tone: 'due',
    icon: ClockIcon,
    word: msg({ message: 'Released', context: 'a payout' }),
  },
  Sent: { tone: 'due', icon: PlayIcon, word: msg`Sent` },
  Confirmed: { tone: 'good', icon: CheckIcon, word: msg`Received` },
  Failed: { tone: 'bad', icon: AlertIcon, word: msg`Failed` },
  Returned: { tone: 'bad', icon: AlertIcon, word: msg`Returned` },
  Cancelled: { tone: 'neutral', icon: BanIcon, word: msg`Cancelled` },
} satisfies Record<string, { tone: Tone; icon: Icon; word: MessageDescriptor }>;

export type Status = keyof typeof statuses;

export const isStatus = (name: string): name is Status => Object.hasOwn(statuses, name);

/** The badge of a status as the wire names it. */
export function StatusBadge({ status }: { status: Status }) {
  const { i18n } = useLingui();
  const { tone, icon, word } = statuses[status];
  return (
    <Badge tone={tone} icon={icon}>
      {i18n._(word)}
    </Badge>
  );
}

/** The word of a status, for sentences and accessible names. */
export function useStatusWord(): (status: Status) => string {
  const { i18n } = useLingui();
  return (status) => i18n._(statuses[status].word);
}
