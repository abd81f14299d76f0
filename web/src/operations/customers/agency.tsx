import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from 'react-router';
import type { AgencyDesk } from '#api/operations-agencies.ts';
import { listLimits } from '#api/list-limits.ts';
import { call } from '../../api/call.ts';
import { PartyAccountStatement } from '../../documents/party-account-statement.tsx';
import { useSpecializationNames } from '../../profiles/specialization-names.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BackLink, Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { CutShortHistory } from '../kit/cut-short.tsx';
import { AccountSecurity } from '../accounts/account-security.tsx';
import { AgencyBadges, IbanStatus } from './agencies.tsx';
import { AgencyActions, canDecide } from './agency-decision.tsx';
import { Documents } from './uploaded-documents.tsx';
import { linesPath } from '../ledger/journal-filters.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { PartyName } from '../kit/party-name.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';

type Happened = AgencyDesk['history'][number];

/** One agency as staff see it: its registration, whether it may be paid, and what was decided. */
export default function Agency() {
  const { t } = useLingui();
  const { agencyId = '' } = useParams();
  const query = useConsoleQuery(['agency', agencyId], (signal) =>
    call('read_agency_desk', { params: { id: agencyId }, signal }),
  );
  const name = query.data?.agency.name;
  const standing = query.data?.standing;
  return (
    <>
      <DocumentTitle name={`${name ?? t`Agency`} · ${t`Operations`}`} />
      <PageHeader
        title={name ? <UserText text={name} /> : <Trans>Agency</Trans>}
        lead={
          standing ? (
            <AgencyBadges
              isVerified={standing.verified_at !== null}
              isSuspended={standing.suspended_at !== null}
            />
          ) : undefined
        }
        back={
          <BackLink to="/operations/agencies">
            <Trans>Agencies</Trans>
          </BackLink>
        }
        actions={query.data ? <AgencyActions details={query.data} /> : undefined}
      />
      <QueryResult
        query={query}
        missing={<EmptyState title={<Trans>There is no such agency.</Trans>} />}
      >
        {(details) => <Content details={details} />}
      </QueryResult>
    </>
  );
}

function Content({ details }: { details: AgencyDesk }) {
  const { t } = useLingui();
  const { standing } = details;
  return (
    <div className="grid gap-12">
      {standing.suspended_at ? (
        <Notice tone="danger" title={<Trans>This agency is suspended.</Trans>}>
          <p>
            <UserText isProse text={standing.suspension_reason ?? ''} />
          </p>
        </Notice>
      ) : null}
      {standing.name_resembles ? (
        <Notice>
          <Trans>
            Its name looks like that of{' '}
            <PartyName
              to={`/operations/agencies/${standing.name_resembles.id}`}
              name={standing.name_resembles.name}
              email={null}
            />
            , a verified agency. Nobody can choose this one until its name is accepted.
          </Trans>
        </Notice>
      ) : null}
      {standing.verified_at === null && !canDecide('verify', details) ? (
        <Notice tone="info" title={<Trans>This agency cannot be verified yet.</Trans>}>
          <p>
            <Trans>Its profile needs a name and the company registration first.</Trans>
          </p>
        </Notice>
      ) : null}
      <div className="grid gap-6">
        <Payouts details={details} />
        <p>
          <Link to={linesPath({ agency: details.agency.id })}>
            <Trans>Journal entries</Trans>
          </Link>
        </p>
      </div>
      <Card look="plain" title={<Trans>Documents</Trans>}>
        <Documents documents={details.documents} />
      </Card>
      <PartyAccountStatement of={{ agency_id: details.agency.id }} />
      <Profile details={details} />
      <AccountSecurity userId={details.agency.user_id} name={details.agency.name ?? '—'} />
      <Card look="plain" title={<Trans>Decisions</Trans>}>
        <Table
          label={t`Decisions`}
          rows={details.history}
          rowKey={({ occurred_at }) => occurred_at}
          empty={
            <EmptyState title={<Trans>No decision has been made about this agency yet.</Trans>} />
          }
          columns={historyColumns}
        />
        <CutShortHistory
          subjectId={details.agency.id}
          shown={details.history.length}
          atMost={listLimits.decisions}
        />
      </Card>
    </div>
  );
}

function Payouts({ details: { payouts, iban_obstacle } }: { details: AgencyDesk }) {
  const sum = ({ count, amount_sar }: AgencyDesk['payouts']['pending']) => (
    <>
      <Money amount={amount_sar} />{' '}
      <span className="font-normal text-ink-soft tabular-nums">({count})</span>
    </>
  );
  return (
    <DescriptionList
      facts={[
        { id: 'pending', label: <Trans>Pending payouts</Trans>, value: sum(payouts.pending) },
        { id: 'sent', label: <Trans>Payouts sent</Trans>, value: sum(payouts.sent) },
        { id: 'arrived', label: <Trans>Payouts received</Trans>, value: sum(payouts.confirmed) },
        {
          id: 'iban',
          label: <Trans>IBAN</Trans>,
          value: <IbanStatus obstacle={iban_obstacle} />,
        },
      ]}
    />
  );
}

function Profile({ details: { agency, created_at, standing } }: { details: AgencyDesk }) {
  const names = useSpecializationNames();
  const text = (value: string | null) => <UserText text={value ?? '—'} />;
  const skills = agency.specializations.map((code) => names[code]);
  return (
    <Card look="plain" title={<Trans>Profile</Trans>}>
      <DescriptionList
        className="border-t-0 sm:pt-0"
        facts={[
          { id: 'contact', label: <Trans>Contact name</Trans>, value: text(agency.contact_name) },
          { id: 'title', label: <Trans>Contact title</Trans>, value: text(agency.contact_title) },
          { id: 'since', label: <Trans>Since</Trans>, value: <IsoDate date={created_at} /> },
          { id: 'email', label: <Trans>Email</Trans>, value: text(agency.email) },
          { id: 'phone', label: <Trans>Phone</Trans>, value: text(agency.phone) },
          { id: 'address', label: <Trans>Address</Trans>, value: text(agency.address) },
          {
            id: 'vat_number',
            label: <Trans>VAT number</Trans>,
            value: (
              <bdi translate="no" dir="ltr">
                {agency.vat_number ?? '—'}
              </bdi>
            ),
          },
          {
            id: 'cr_number',
            label: <Trans>Commercial registration number</Trans>,
            value: (
              <bdi translate="no" dir="ltr">
                {agency.cr_number ?? '—'}
              </bdi>
            ),
          },
          {
            id: 'verified',
            label: <Trans>Verified by</Trans>,
            value: text(standing.verified_by),
          },
          {
            id: 'specializations',
            label: <Trans>Specializations</Trans>,
            wide: true,
            value:
              skills.length === 0 ? '—' : skills.map((name) => <Skill key={name} name={name} />),
          },
        ]}
      />
    </Card>
  );
}

function Skill({ name }: { name: string }) {
  return <span className="me-4 inline-block">{name}</span>;
}

const historyWords: Record<Happened['operation'], MessageDescriptor> = {
  verify_agency: msg({ message: 'Verified', context: 'a decision' }),
  accept_agency_name: msg({ message: 'Name accepted', context: 'a decision' }),
  suspend_agency: msg({ message: 'Suspended', context: 'a decision' }),
  lift_agency_suspension: msg({ message: 'Suspension lifted', context: 'a decision' }),
};

function Word({ operation }: Pick<Happened, 'operation'>) {
  const { i18n } = useLingui();
  return i18n._(historyWords[operation]);
}

const historyColumns: Column<Happened>[] = [
  {
    id: 'when',
    header: <Trans>When</Trans>,
    cell: ({ occurred_at }) => <DateTime at={occurred_at} />,
  },
  {
    id: 'decision',
    header: <Trans>Decision</Trans>,
    cell: ({ operation }) => <Word operation={operation} />,
  },
  { id: 'by', header: <Trans>By</Trans>, cell: ({ by }) => <UserText text={by ?? '—'} /> },
  {
    id: 'reason',
    header: <Trans>Reason</Trans>,
    prose: true,
    cell: ({ reason }) => <UserText isProse text={reason ?? '—'} />,
  },
];
