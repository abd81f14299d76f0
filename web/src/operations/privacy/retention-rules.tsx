import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { RetentionErasure, RetentionRule } from '#api/privacy.ts';
import { retentionKinds } from '#domain/privacy/retention.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BanIcon, CheckIcon, ClockIcon } from '../../ui/icons.tsx';
import { useLanguage } from '../../ui/language-switch.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { OpenApprovals } from '../approvals/approval.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePrivacyLabels } from './privacy-labels.ts';

/** In the order in which they are shown. */
const kinds = Object.keys(retentionKinds);

const ChangeRetention = lazyPart(() => import('./change-retention.tsx'));

/** The periods by kind, with what gives each one, and the way to change or confirm it. */
export function RetentionRules({ rules, now }: { rules: readonly RetentionRule[]; now: Date }) {
  const { t } = useLingui();
  const labels = usePrivacyLabels();
  const [changing, setChanging] = useState<RetentionRule | null>(null);
  return (
    <div className="grid gap-6">
      <OpenApprovals requests={rules.flatMap(({ requests }) => requests)} now={now} />
      <Table
        label={t`How long data is stored`}
        rows={rules.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))}
        rowKey={({ kind }) => kind}
        columns={ruleColumns({ labels, onChange: setChanging })}
      />
      {changing ? <ChangeRetention rule={changing} onClose={() => setChanging(null)} /> : null}
    </div>
  );
}

const ruleColumns = ({
  labels: { kindLabel, momentLabel },
  onChange,
}: {
  labels: ReturnType<typeof usePrivacyLabels>;
  onChange: (rule: RetentionRule) => void;
}): Column<RetentionRule>[] => [
  {
    id: 'kind',
    header: <Trans context="of personal data">Kind</Trans>,
    cell: ({ kind }) => kindLabel(kind),
  },
  {
    id: 'period',
    header: <Trans>Period</Trans>,
    cell: (rule) => (
      <span className="grid gap-1">
        <Period {...rule} />
        {rule.months === null && rule.days === null ? null : (
          <span className="text-sm text-ink-soft">{momentLabel(rule.kind)}</span>
        )}
      </span>
    ),
  },
  {
    id: 'source',
    header: <Trans>Legal source</Trans>,
    prose: true,
    cell: (rule) => <Source {...rule} />,
  },
  {
    id: 'state',
    header: <Trans>State</Trans>,
    cell: (rule) => (
      <span className="grid justify-items-start gap-2 cards:justify-items-end">
        <State rule={rule} />
        {rule.erased_by === 'job' && rule.requests.length === 0 ? (
          <ChangeButton name={kindLabel(rule.kind)} onPress={() => onChange(rule)} />
        ) : null}
      </span>
    ),
  },
];

function ChangeButton({ name, onPress }: { name: string; onPress: () => void }) {
  const { t } = useLingui();
  return (
    <Button
      tone="secondary"
      size="small"
      aria-label={t`Change or confirm: ${name}`}
      onPress={onPress}
    >
      <Trans>Change or confirm</Trans>
    </Button>
  );
}

function Period({ months, days }: Pick<RetentionRule, 'months' | 'days'>) {
  if (months !== null && months % 12 === 0)
    return <Plural value={months / 12} one="# year" other="# years" />;
  if (months !== null) return <Plural value={months} one="# month" other="# months" />;
  if (days !== null) return <Plural value={days} one="# day" other="# days" />;
  return <Trans context="personal data">No end</Trans>;
}

function Source({ source, source_ar, confirmed_at }: RetentionRule) {
  const language = useLanguage();
  const shown = (language === 'ar' ? source_ar : null) ?? source;
  if (shown) return <UserText text={shown} />;
  return confirmed_at ? (
    <Trans>
      Two of staff, <DateTime at={confirmed_at} />
    </Trans>
  ) : (
    <Trans>None is known</Trans>
  );
}

function State({ rule: { erased_by, is_in_force, months, days } }: { rule: RetentionRule }) {
  if (erased_by === 'nobody' || (months === null && days === null))
    return (
      <Badge icon={BanIcon}>
        <Trans>Never erased</Trans>
      </Badge>
    );
  if (!is_in_force)
    return (
      <Badge tone="now" icon={ClockIcon}>
        <Trans>Erases nothing until confirmed</Trans>
      </Badge>
    );
  return (
    <Badge tone="good" icon={CheckIcon}>
      <Trans>Erased daily</Trans>
    </Badge>
  );
}

/** The record of the daily job: how many rows of which kind, by which rule. */
export function RetentionErasures({ erasures }: { erasures: readonly RetentionErasure[] }) {
  const { t } = useLingui();
  const { kindLabel } = usePrivacyLabels();
  return (
    <Table
      label={t`Erased by the daily job`}
      rows={erasures}
      rowKey={({ id }) => id}
      empty={<EmptyState title={<Trans>Nothing was past its period yet.</Trans>} />}
      columns={erasureColumns(kindLabel)}
    />
  );
}

const erasureColumns = (
  kindLabel: ReturnType<typeof usePrivacyLabels>['kindLabel'],
): Column<RetentionErasure>[] => [
  {
    id: 'kind',
    header: <Trans context="of personal data">Kind</Trans>,
    cell: ({ kind }) => kindLabel(kind),
  },
  {
    id: 'when',
    header: <Trans>Erased</Trans>,
    cell: (one) => <DateTime at={one.erased_at} />,
  },
  {
    id: 'rule',
    header: <Trans>By the rule</Trans>,
    prose: true,
    cell: ({ months, source }) => (
      <span className="grid gap-1">
        <Period months={months} days={null} />
        {source ? <UserText text={source} className="text-sm text-ink-soft" /> : null}
      </span>
    ),
  },
  {
    id: 'rows',
    header: <Trans>Rows</Trans>,
    figures: true,
    cell: ({ row_count }) => row_count.toLocaleString('en'),
  },
];
