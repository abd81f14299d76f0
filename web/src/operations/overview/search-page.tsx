import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import { call } from '../../api/call.ts';
import { TicketBadge } from '../../tickets/ticket-badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ArrowIcon } from '../../ui/icons.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { listLimits } from '#api/list-limits.ts';
import { CutShort } from '../kit/cut-short.tsx';
import { QueryResult } from '../../api/query-result.tsx';
import { consoleTicketPath } from '../tickets/ticket-path.ts';
import { useConsoleQuery } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';

type Findings = ReplyOf<'search_desk'>;

/** What the search has found; what was asked is in the address. */
export default function SearchPage() {
  const { t } = useLingui();
  const text = useUrlFilters(['text']).filters.text ?? '';
  const query = useConsoleQuery(['find', text], (signal) =>
    call('search_desk', { query: { text }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Found`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Found</Trans>}
        lead={
          <Trans>
            For <UserText text={text} className="font-semibold" />
          </Trans>
        }
      />
      <QueryResult query={query}>{(found) => <Findings found={found} text={text} />}</QueryResult>
    </>
  );
}

function Findings({
  found: { tickets, companies, agencies, payments },
  text,
}: {
  found: Findings;
  text: string;
}) {
  const query = new URLSearchParams({ q: text });
  if (tickets.length + companies.length + agencies.length + payments.length === 0) {
    return (
      <EmptyState title={<Trans>Nothing was found.</Trans>}>
        <Trans>
          Search for a full ticket number, a payment or bank reference, the beginning of a name or
          three letters of it, or an exact amount.
        </Trans>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-10">
      <Group title={<Trans>Tickets</Trans>} items={tickets}>
        {({ ticket_number, amount_sar, company_name, ...ticket }) => ({
          key: ticket_number,
          to: consoleTicketPath(ticket_number),
          name: <bdi translate="no">{ticket_number}</bdi>,
          note: (
            <>
              <UserText text={company_name ?? '—'} /> <Money amount={amount_sar} />{' '}
              <TicketBadge ticket={ticket} />
            </>
          ),
        })}
      </Group>
      <Group
        title={<Trans>Companies</Trans>}
        items={companies}
        more={
          <Trans>
            There may be more:{' '}
            <Link to={`/operations/companies?${query}`}>all companies found</Link>.
          </Trans>
        }
      >
        {({ id, name }) => ({
          key: id,
          to: `/operations/companies/${id}`,
          name: <UserText text={name} />,
        })}
      </Group>
      <Group
        title={<Trans>Agencies</Trans>}
        items={agencies}
        more={
          <Trans>
            There may be more: <Link to={`/operations/agencies?${query}`}>all agencies found</Link>.
          </Trans>
        }
      >
        {({ id, name }) => ({
          key: id,
          to: `/operations/agencies/${id}`,
          name: <UserText text={name} />,
        })}
      </Group>
      <Group
        title={<Trans>Payments</Trans>}
        items={payments}
        more={
          <Trans>
            There may be more: narrow the list of{' '}
            <Link to="/operations/payments">all payments</Link>.
          </Trans>
        }
      >
        {({ id, amount_sar, value_date, bank_reference, company_name }) => ({
          key: id,
          to: `/operations/payments/${id}`,
          name: <Money amount={amount_sar} />,
          note: (
            <>
              <IsoDate date={value_date} /> <UserText text={company_name ?? '—'} />{' '}
              <UserText text={bank_reference ?? ''} />
            </>
          ),
        })}
      </Group>
    </div>
  );
}

interface Finding {
  key: string;
  to: string;
  name: ReactNode;
  note?: ReactNode;
}

function Group<Item>({
  title,
  items,
  more,
  children,
}: {
  title: ReactNode;
  items: readonly Item[];
  /** Said where there may be more. */
  more?: ReactNode;
  children: (item: Item) => Finding;
}) {
  if (items.length === 0) return null;
  return (
    <Card look="plain" title={title}>
      <ul>
        {items.map(children).map(({ key, to, name, note }) => (
          <li key={key} className="border-b border-line">
            <Link
              to={to}
              className="flex min-h-12 items-center gap-x-4 py-2 no-underline hover:bg-sunk"
            >
              <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-6">
                <span className="font-semibold">{name}</span>
                {note ? (
                  <span className="inline-flex flex-wrap items-center gap-x-4 text-ink-soft">
                    {note}
                  </span>
                ) : null}
              </span>
              <ArrowIcon className="shrink-0 text-palm" />
            </Link>
          </li>
        ))}
      </ul>
      {more ? (
        <CutShort shown={items.length} atMost={listLimits.found}>
          {more}
        </CutShort>
      ) : null}
    </Card>
  );
}
