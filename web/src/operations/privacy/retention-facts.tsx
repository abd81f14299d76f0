import { Plural, Trans } from '@lingui/react/macro';
import type { RetentionKind } from '#domain/privacy/retention.ts';
import { UserText } from '../../ui/user-text.tsx';
import { usePrivacyLabels } from './privacy-labels.ts';
import { RowsPastRetention } from './rows-past-retention.tsx';

/** What two people decide about a period, for a list of facts. */
export function retentionFacts(figures: Record<string, unknown>) {
  const { retention_kind, months, source } = figures;
  return [
    {
      id: 'kind',
      label: <Trans context="of personal data">Kind</Trans>,
      value: <KindLabel kind={retention_kind as RetentionKind} />,
    },
    {
      id: 'period',
      label: <Trans>Period</Trans>,
      value:
        typeof months === 'number' ? (
          <Plural value={months} one="# month" other="# months" />
        ) : (
          <Trans>Nothing is erased</Trans>
        ),
    },
    {
      id: 'past',
      label: <Trans>Would be erased at once</Trans>,
      value: typeof months === 'number' && (
        <RowsPastRetention kind={retention_kind as RetentionKind} months={months} />
      ),
    },
    {
      id: 'source',
      label: <Trans>Legal source</Trans>,
      value: typeof source === 'string' && <UserText text={source} />,
    },
  ];
}

function KindLabel({ kind }: { kind: RetentionKind }) {
  return usePrivacyLabels().kindLabel(kind);
}
