import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { FailedJob, FailedMail, ServerProcess, System } from '#api/system.ts';
import { call } from '../../api/call.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { BanIcon, CheckIcon, ClockIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { toast } from '../../ui/toaster.tsx';
import { CutShort } from '../kit/cut-short.tsx';
import { PartyLink } from '../kit/party-link.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';

/** As many entries as the server gives of what failed. */
const MOST_FAILED = 50;

/** How the product itself is doing: what failed and can be tried again, which servers are up, versions. */
export default function SystemPage() {
  const { t } = useLingui();
  const query = useConsoleQuery(['system'], (signal) => call('read_system', { signal }));
  return (
    <>
      <DocumentTitle name={`${t`System`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>System</Trans>}
        lead={<Trans>What runs, what failed, and what can be tried again.</Trans>}
      />
      <QueryResult query={query}>
        {(system) => (
          <div className="grid gap-12">
            <Facts system={system} />
            <FailedJobs jobs={system.jobs} />
            <FailedMails mails={system.mails} />
            <Servers servers={system.servers} />
          </div>
        )}
      </QueryResult>
    </>
  );
}

function Facts({
  system: { release, database_version, last_day_close, last_backup_at },
}: {
  system: System;
}) {
  const took_ms = last_day_close?.took_ms ?? null;
  const seconds = took_ms === null ? null : Math.ceil(took_ms / 1_000);
  return (
    <DescriptionList
      facts={[
        {
          id: 'release',
          label: <Trans>Version</Trans>,
          value: (
            <bdi translate="no" dir="ltr">
              Hamla {release}
            </bdi>
          ),
        },
        {
          id: 'database',
          label: <Trans>Database</Trans>,
          value: (
            <bdi translate="no" dir="ltr">
              PostgreSQL {database_version}
            </bdi>
          ),
        },
        {
          id: 'day',
          label: <Trans>Last closed day</Trans>,
          value: last_day_close ? (
            <span className="grid">
              <IsoDate date={last_day_close.day} />
              <span className="text-sm font-normal text-ink-soft">
                <DateTime at={last_day_close.closed_at} />
                {seconds === null ? null : (
                  <>
                    {' · '}
                    <Trans>{seconds} s</Trans>
                  </>
                )}
              </span>
            </span>
          ) : (
            <Trans>No day was closed yet</Trans>
          ),
        },
        {
          id: 'backup',
          label: <Trans>Last backup</Trans>,
          value: last_backup_at ? (
            <DateTime at={last_backup_at} />
          ) : (
            <Trans>No backup is known</Trans>
          ),
        },
      ]}
    />
  );
}

/** A name of the code, the same in every language. */
const Code = ({ name }: { name: string }) => (
  <code translate="no" dir="ltr" className="wrap-anywhere">
    {name}
  </code>
);

function State({ is_given_up, next_at }: Pick<FailedMail, 'is_given_up' | 'next_at'>) {
  if (is_given_up) {
    return (
      <Badge tone="bad" icon={BanIcon}>
        <Trans>Given up</Trans>
      </Badge>
    );
  }
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone="now" icon={ClockIcon}>
        <Trans>Tried again</Trans>
      </Badge>
      {next_at ? (
        <span className="text-sm text-ink-soft">
          <DateTime at={next_at} />
        </span>
      ) : null}
    </span>
  );
}

const jobColumns = (retry: (job: FailedJob) => ReactNode): Column<FailedJob>[] => [
  { id: 'task', header: <Trans>Job</Trans>, cell: ({ task }) => <Code name={task} /> },
  { id: 'state', header: <Trans>State</Trans>, cell: (job) => <State {...job} /> },
  {
    id: 'attempts',
    header: <Trans>Attempts</Trans>,
    figures: true,
    cell: ({ attempts, max_attempts }) => (
      <bdi translate="no" dir="ltr">
        {attempts} / {max_attempts}
      </bdi>
    ),
  },
  {
    id: 'error',
    header: <Trans>Error</Trans>,
    prose: true,
    cell: ({ error }) => (
      <bdi translate="no" dir="auto" className="wrap-anywhere">
        {error}
      </bdi>
    ),
  },
  { id: 'retry', header: <Trans>Retry</Trans>, cell: retry },
];

function FailedJobs({ jobs }: { jobs: System['jobs'] }) {
  const { t } = useLingui();
  const retry = useIdempotentMutation('retry_job', {
    onSuccess: () => toast.success(t`The job runs again`),
  });
  const button = ({ id, task, is_running }: FailedJob) => (
    <Button
      tone="secondary"
      size="small"
      aria-label={t`Retry ${task}`}
      isDisabled={is_running || retry.isSending}
      onPress={() => void retry.send({ params: { id } })}
    >
      <Trans>Retry</Trans>
    </Button>
  );
  return (
    <section className="grid gap-4" aria-labelledby="failed-jobs">
      <h2 id="failed-jobs" className="text-heading">
        <Trans>Failed jobs</Trans>
      </h2>
      <Table
        label={t`Failed jobs`}
        rows={jobs.items}
        rowKey={({ id }) => id}
        columns={jobColumns(button)}
        empty={<EmptyState title={<Trans>No job has failed.</Trans>} />}
      />
      <CutShort shown={jobs.items.length} atMost={MOST_FAILED}>
        <Trans>The 50 jobs that failed first are shown.</Trans>
      </CutShort>
    </section>
  );
}

const mailColumns = (again: (mail: FailedMail) => ReactNode): Column<FailedMail>[] => [
  { id: 'kind', header: <Trans>Mail</Trans>, cell: ({ kind }) => <Code name={kind} /> },
  {
    id: 'for',
    header: <Trans>Customer</Trans>,
    cell: ({ company_id, agency_id, name }) => {
      const id = company_id ?? agency_id;
      if (id === null) return '—';
      return <PartyLink kind={company_id ? 'companies' : 'agencies'} id={id} name={name} />;
    },
  },
  {
    id: 'since',
    header: <Trans>Since</Trans>,
    cell: ({ queued_at }) => <DateTime at={queued_at} />,
  },
  { id: 'state', header: <Trans>State</Trans>, cell: (mail) => <State {...mail} /> },
  {
    id: 'attempts',
    header: <Trans>Attempts</Trans>,
    figures: true,
    cell: ({ attempts }) => attempts,
  },
  { id: 'again', header: <Trans>Send again</Trans>, cell: again },
];

function FailedMails({ mails }: { mails: System['mails'] }) {
  const { t } = useLingui();
  const again = useIdempotentMutation('send_mail_again', {
    onSuccess: () => toast.success(t`The mail is sent again`),
  });
  const button = ({ id }: FailedMail) => (
    <Button
      tone="secondary"
      size="small"
      isDisabled={again.isSending}
      onPress={() => void again.send({ params: { id } })}
    >
      <Trans>Send again</Trans>
    </Button>
  );
  return (
    <section className="grid gap-4" aria-labelledby="failed-mails">
      <h2 id="failed-mails" className="text-heading">
        <Trans>Mails that did not go</Trans>
      </h2>
      <Table
        label={t`Mails that did not go`}
        rows={mails.items}
        rowKey={({ id }) => id}
        columns={mailColumns(button)}
        empty={<EmptyState title={<Trans>Every mail has gone.</Trans>} />}
      />
      <CutShort shown={mails.items.length} atMost={MOST_FAILED}>
        <Trans>The 50 mails that failed first are shown.</Trans>
      </CutShort>
    </section>
  );
}

function Servers({ servers }: { servers: ServerProcess[] }) {
  const { t } = useLingui();
  return (
    <section className="grid gap-4" aria-labelledby="servers">
      <h2 id="servers" className="text-heading">
        <Trans>Servers</Trans>
      </h2>
      <Table
        label={t`Servers`}
        rows={servers}
        rowKey={({ id }) => id}
        columns={serverColumns}
        empty={<EmptyState title={<Trans>No server has said that it is up yet.</Trans>} />}
      />
    </section>
  );
}

const serverColumns: Column<ServerProcess>[] = [
  { id: 'host', header: <Trans>Server</Trans>, cell: ({ host }) => <Code name={host} /> },
  {
    id: 'state',
    header: <Trans>State</Trans>,
    cell: ({ is_up }) =>
      is_up ? (
        <Badge tone="good" icon={CheckIcon}>
          <Trans>Up</Trans>
        </Badge>
      ) : (
        <Badge tone="bad" icon={BanIcon}>
          <Trans>Not seen for a minute</Trans>
        </Badge>
      ),
  },
  {
    id: 'release',
    header: <Trans>Version</Trans>,
    cell: ({ release, node_version }) => (
      <bdi translate="no" dir="ltr">
        {release} · Node {node_version}
      </bdi>
    ),
  },
  {
    id: 'started',
    header: <Trans>Started</Trans>,
    cell: ({ started_at }) => <DateTime at={started_at} />,
  },
  {
    id: 'seen',
    header: <Trans>Last seen</Trans>,
    cell: ({ seen_at }) => <DateTime at={seen_at} />,
  },
];
