import { Trans, useLingui } from '@lingui/react/macro';
import { agencyStandings, type DeskAgency } from '#api/operations-agencies.ts';
import { call } from '../../api/call.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BanIcon, CheckIcon, ClockIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import type { Column } from '../../ui/table.tsx';
import { ListSearch } from '../kit/list-search.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { useObstacleWord } from '../kit/labels.ts';
import { PartyName } from '../kit/party-name.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

/** Agencies with their standing, newest first; the search and the filter are in the address. */
export default function Agencies() {
  const { t } = useLingui();
  const { filters, address } = useUrlFilters(['q', 'standing']);
  const search = filters.q;
  const standing = agencyStandings.find((one) => one === filters.standing);
  const pages = useConsoleList(['agencies', search, standing], (cursor, signal) =>
    call('list_agencies_desk', { query: { search, standing, cursor }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Agencies`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Agencies</Trans>}
        lead={<Trans>Which are verified, and which are suspended.</Trans>}
        actions={
          <ExportCsvButton
            of="list_agencies_desk"
            input={{ query: { search, standing, format: 'csv' } }}
          />
        }
      />
      <Tabs
        label={t`Filter agencies`}
        current={standing ?? 'all'}
        tabs={[
          { id: 'all', to: address('standing', null), name: <Trans>All</Trans> },
          {
            id: 'unverified',
            to: address('standing', 'unverified'),
            name: <Trans>Not verified</Trans>,
          },
          { id: 'verified', to: address('standing', 'verified'), name: <Trans>Verified</Trans> },
          {
            id: 'suspended',
            to: address('standing', 'suspended'),
            name: <Trans context="of an agency">Suspended</Trans>,
          },
          {
            id: 'name_held',
            to: address('standing', 'name_held'),
            name: <Trans>Agencies' names to check</Trans>,
          },
        ]}
      />
      <ListSearch />
      <DataTable
        pages={pages}
        label={t`Agencies`}
        rowKey={({ id }) => id}
        empty={<EmptyState title={<Trans>No agencies here.</Trans>} />}
        columns={columns}
      />
    </>
  );
}

/** Verified or not, and beside it that it is suspended. */
export function AgencyBadges({
  isVerified,
  isSuspended,
}: {
  isVerified: boolean;
  isSuspended: boolean;
}) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {isVerified ? (
        <Badge tone="good" icon={CheckIcon}>
          <Trans>Verified</Trans>
        </Badge>
      ) : (
        <Badge icon={ClockIcon}>
          <Trans>Not verified</Trans>
        </Badge>
      )}
      {isSuspended ? (
        <Badge tone="bad" icon={BanIcon}>
          <Trans context="of an agency">Suspended</Trans>
        </Badge>
      ) : null}
    </span>
  );
}

/** Whether its IBAN lets it be paid. */
export function IbanStatus({ obstacle }: { obstacle: DeskAgency['iban_obstacle'] }) {
  const wordOf = useObstacleWord();
  return obstacle === null ? <Trans>Can be paid</Trans> : wordOf(obstacle);
}

const columns: Column<DeskAgency>[] = [
  {
    id: 'name',
    header: <Trans>Agency</Trans>,
    cell: ({ id, name, email }) => (
      <PartyName to={`/operations/agencies/${id}`} name={name} email={email} />
    ),
  },
  {
    id: 'since',
    header: <Trans>Since</Trans>,
    cell: ({ created_at }) => <IsoDate date={created_at} />,
  },
  {
    id: 'standing',
    header: <Trans>Status</Trans>,
    cell: ({ is_verified, is_suspended }) => (
      <AgencyBadges isVerified={is_verified} isSuspended={is_suspended} />
    ),
  },
  {
    id: 'iban',
    header: <Trans>IBAN</Trans>,
    cell: ({ iban_obstacle }) => <IbanStatus obstacle={iban_obstacle} />,
  },
];
