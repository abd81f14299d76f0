import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { BankStatement, BankStatementDetails, LineList } from '#api/bank-statements.ts';
import type { DayOrder } from '#domain/servicing/bank-statement-line.ts';
import { signedHalalasFromDecimal } from '#domain/money.ts';
import { continuityOf } from '#domain/servicing/statement-balances.ts';
import { call } from '../../api/call.ts';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { BackLink, Link } from '../../ui/link.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { toast } from '../../ui/toaster.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmFactsDialog } from '../kit/confirm-facts-dialog.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { OpenApprovals } from '../approvals/approval.tsx';
import { QueryResult } from '../../api/query-result.tsx';
import { useDecidedOrderWords } from './bank-statement-labels.ts';
import { BankStatementLines } from './bank-statement-lines.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ExportCsvButton } from '../../files/export-csv-button.tsx';
import { useConsoleQuery, useConsoleList } from '../kit/use-console-query.ts';
import { useUrlFilters } from '../../ui/use-url-filters.ts';
import { amountFact } from '../kit/amount-fact.tsx';

const lists: readonly LineList[] = [
  'certain',
  'likely',
  'unclear',
  'reversals',
  'payouts',
  'confirmed',
  'set_aside',
  'settled',
  'apart',
];

/** One statement: its lines by where they stand, each list at its address. */
export default function BankStatementPage() {
  const { t } = useLingui();
  const { statementId = '' } = useParams();
  const query = useConsoleQuery(['statement', statementId], (signal) =>
    call('read_bank_statement', { params: { id: statementId }, signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Bank statement`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Bank statement</Trans>}
        lead={query.data ? <UserText text={query.data.statement.file_name} /> : undefined}
        back={
          <BackLink to="/operations/bank-statements">
            <Trans>Bank statements</Trans>
          </BackLink>
        }
        actions={query.data ? <Actions details={query.data} /> : undefined}
      />
      <QueryResult
        query={query}
        missing={<EmptyState title={<Trans>There is no such bank statement.</Trans>} />}
      >
        {(details) => (
          <div className="grid gap-8">
            <div className="grid gap-4">
              <OpenApprovals
                requests={details.contradiction.requests}
                now={new Date(query.dataUpdatedAt)}
              />
              <Contradiction details={details} />
              <Facts details={details} />
              <Balances details={details} />
              <Comparison details={details} />
            </div>
            <Lines details={details} />
          </div>
        )}
      </QueryResult>
    </>
  );
}

function Facts({ details: { statement, other_day_order } }: { details: BankStatementDetails }) {
  const order = useDecidedOrderWords()(statement);
  const { known_count, zero_amount_count } = statement;
  return (
    <DescriptionList
      facts={[
        {
          id: 'days',
          label: <Trans>Days</Trans>,
          value: <StatementDays of={statement} />,
        },
        ...(order === null
          ? []
          : [
              {
                id: 'order',
                label: <Trans>Dates in the file</Trans>,
                value: (
                  <span className="grid justify-items-start gap-2 max-sm:justify-items-end">
                    {order}
                    {other_day_order && <ReadAgain id={statement.id} order={other_day_order} />}
                  </span>
                ),
              },
            ]),
        {
          id: 'imported',
          label: <Trans>Imported</Trans>,
          value: <DateTime at={statement.imported_at} />,
        },
        {
          id: 'by',
          label: <Trans>Imported by</Trans>,
          value: <bdi translate="no">{statement.imported_by}</bdi>,
        },
        ...(statement.compared_by === null
          ? []
          : [
              {
                id: 'compared',
                label: <Trans>Compared by</Trans>,
                value: <bdi translate="no">{statement.compared_by}</bdi>,
              },
            ]),
        ...balanceFacts(statement),
        { id: 'lines', label: <Trans>New lines</Trans>, value: statement.line_count },
        ...(known_count > 0
          ? [{ id: 'known', label: <Trans>Lines known before</Trans>, value: known_count }]
          : []),
        ...(zero_amount_count > 0
          ? [
              {
                id: 'nought',
                label: <Trans>Left out</Trans>,
                value: (
                  <Plural
                    value={zero_amount_count}
                    one="# entry that moved nothing"
                    other="# entries that moved nothing"
                  />
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

const StatementDays = ({
  of: { from_date, to_date },
}: {
  of: Pick<BankStatement, 'from_date' | 'to_date'>;
}) => (
  <>
    <IsoDate date={from_date} />
    {from_date === to_date ? null : (
      <>
        {' – '}
        <IsoDate date={to_date} />
      </>
    )}
  </>
);

/** Reads the file's dates in the other order: another statement takes the place of this one. */
function ReadAgain({ id, order }: { id: string; order: DayOrder }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const read = useIdempotentMutation('read_bank_statement_again', {
    onSuccess: async ({ statement }) => {
      toast.success(t`The dates were read in the other order`);
      await navigate(`/operations/bank-statements/${statement.id}`, { replace: true });
    },
  });
  return (
    <Button
      tone="secondary"
      isPending={read.isSending}
      onPress={() => void read.send({ params: { id } })}
    >
      {order === 'day_first' ? (
        <Trans>Read with the days first</Trans>
      ) : (
        <Trans>Read with the months first</Trans>
      )}
    </Button>
  );
}

const balanceFacts = ({ opening_balance, closing_balance }: BankStatement) =>
  opening_balance === null || closing_balance === null
    ? []
    : [
        {
          id: 'opening',
          label: <Trans>Opening balance</Trans>,
          value: <Money amount={opening_balance} />,
        },
        {
          id: 'closing',
          label: <Trans>Closing balance</Trans>,
          value: <Money amount={closing_balance} />,
        },
      ];

/** Whether its lines are all there, as far as its balances and those of the statement before it say. */
function Balances({ details: { statement, before } }: { details: BankStatementDetails }) {
  const { from_date, opening_balance } = statement;
  if (opening_balance === null) {
    return (
      <Notice
        tone="info"
        title={<Trans>Not verified: no opening and closing balance could be read.</Trans>}
      >
        <Trans>It is not possible to tell whether a line is missing.</Trans>
      </Notice>
    );
  }
  if (before === null) return null;
  const { to_date, closing_balance } = before;
  const continuity = continuityOf(
    { from_date, opening: signedHalalasFromDecimal(opening_balance) },
    { to_date, closing: signedHalalasFromDecimal(closing_balance) },
  );
  const link = (
    <Link to={`/operations/bank-statements/${before.id}`}>
      <UserText text={before.file_name} />
    </Link>
  );
  const until = <IsoDate date={to_date} />;
  const left = <Money amount={closing_balance} />;
  const found = <Money amount={opening_balance} />;
  switch (continuity) {
    case 'first':
    case 'follows':
      return null;
    case 'overlap':
      return (
        <Notice
          tone="info"
          title={<Trans>Its days overlap those of the previous statement.</Trans>}
        >
          <Trans>
            {link} also covers the days until {until}. Lines in both are counted once, or you are
            asked about them.
          </Trans>
        </Notice>
      );
    case 'gap':
      return (
        <Notice title={<Trans>It does not follow on from the previous statement.</Trans>}>
          {before.is_other_between ? (
            <Trans>
              {link} ends on {until} with {left}; this one begins with {found}. What was imported
              between states no balances.
            </Trans>
          ) : (
            <Trans>
              {link} ends on {until} with {left}; this one begins with {found}. Import what lies
              between.
            </Trans>
          )}
        </Notice>
      );
    case 'break':
      return (
        <Notice title={<Trans>It does not begin where the previous statement ends.</Trans>}>
          <Trans>
            {link} ends on {until} with {left}; this one begins with {found}. Ask the bank.
          </Trans>
        </Notice>
      );
  }
}

/** Asks which of two statements is the bank's, or says that two people have rejected this one. */
function Contradiction({
  details: {
    statement,
    contradiction: { statements, requests },
  },
}: {
  details: BankStatementDetails;
}) {
  const { t } = useLingui();
  const [asking, setAsking] = useState<'reject' | 'accept' | null>(null);
  if (statement.rejected_at !== null)
    return (
      <Notice tone="danger" title={<Trans>Two people have rejected this statement.</Trans>}>
        <Trans>
          It is not the bank’s. Its lines are set aside, and the payments that it alone had shown
          are reversed.
        </Trans>
      </Notice>
    );
  if (statements.length === 0) return null;
  const others = statements.map(({ id, file_name, ...days }) => ({
    id,
    label: (
      <Link to={`/operations/bank-statements/${id}`}>
        <UserText text={file_name} />
      </Link>
    ),
    value: <StatementDays of={days} />,
  }));
  return (
    <Notice tone="danger" title={<Trans>Another statement contradicts this one</Trans>}>
      <p>
        <Trans>
          A movement or a balance differs. Until two people have decided which is the bank’s,
          neither proves a new settlement letter, refund or end of a ticket. Open the account at the
          bank first.
        </Trans>
      </p>
      <DescriptionList facts={others} />
      {requests.length > 0 ? null : (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button tone="danger" onPress={() => setAsking('reject')}>
            <Trans>This one is not the bank’s</Trans>
          </Button>
          <Button tone="secondary" onPress={() => setAsking('accept')}>
            <Trans>All of them are the bank’s</Trans>
          </Button>
        </div>
      )}
      {asking === null ? null : (
        <ReasonDialog
          title={
            asking === 'reject' ? (
              <Trans>Reject this statement?</Trans>
            ) : (
              <Trans>Are all of them the bank’s?</Trans>
            )
          }
          lead={
            asking === 'reject' ? (
              <Trans>
                Once another person has approved it, its lines are set aside and the payments that
                it alone shows are reversed. Payouts and refunds that it alone called failed or
                returned count as arrived again.
              </Trans>
            ) : (
              <Trans>
                Once another person has approved it, each proves again what it shows. An account
                that was read in the middle of a day can look like this.
              </Trans>
            )
          }
          facts={[
            {
              id: 'file',
              label: <Trans>File</Trans>,
              value: <UserText text={statement.file_name} />,
            },
            ...others,
          ]}
          confirm={<Trans>Ask another person</Trans>}
          operation={asking === 'reject' ? 'reject_bank_statement' : 'accept_bank_statement'}
          input={(said) => ({ params: { id: statement.id }, body: said })}
          done={t`Another person is asked to approve it`}
          onClose={() => setAsking(null)}
        />
      )}
    </Notice>
  );
}

/** Asks another person than the importer to compare the statement with the bank, until somebody has. */
function Comparison({ details }: { details: BankStatementDetails }) {
  const { compared_by, rejected_at, is_imported_by_caller } = details.statement;
  const [isAsking, setAsking] = useState(false);
  if (compared_by !== null || rejected_at !== null) return null;
  return (
    <Notice tone="warn" title={<Trans>Not compared with the bank yet</Trans>}>
      <p>
        <Trans>
          Until someone other than the person who imported this file compares it with the bank, its
          lines prove no payment, no refund and no payout.
        </Trans>
      </p>
      {is_imported_by_caller ? (
        <p>
          <Trans>You imported it: another person compares it.</Trans>
        </p>
      ) : (
        <Button className="mt-3" tone="secondary" onPress={() => setAsking(true)}>
          <Trans>Compare with the bank</Trans>
        </Button>
      )}
      {isAsking ? <CompareStatement details={details} onClose={() => setAsking(false)} /> : null}
    </Notice>
  );
}

function CompareStatement({
  details: { statement, to_prove, before },
  onClose,
}: {
  details: BankStatementDetails;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <ConfirmMutationDialog
      title={<Trans>Is this the bank’s statement?</Trans>}
      lead={
        <Trans>
          Open the account at the bank, and compare the days, the balances and the lines. From then
          on every decided line counts as proof, and each that is decided later.
        </Trans>
      }
      facts={[
        {
          id: 'file',
          label: <Trans>File</Trans>,
          value: <UserText text={statement.file_name} />,
        },
        {
          id: 'by',
          label: <Trans>Imported by</Trans>,
          value: <bdi translate="no">{statement.imported_by}</bdi>,
        },
        {
          id: 'before',
          label: <Trans>Previous statement</Trans>,
          value: before ? (
            <>
              <UserText text={before.file_name} /> · <IsoDate date={before.to_date} /> ·{' '}
              <Money amount={before.closing_balance} />
            </>
          ) : (
            '—'
          ),
        },
        ...balanceFacts(statement),
        { id: 'lines', label: <Trans>New lines</Trans>, value: statement.line_count },
        { id: 'proves', label: <Trans>Decided lines that it proves</Trans>, value: to_prove.count },
        amountFact(to_prove.amount_sar),
      ]}
      confirm={<Trans>It is the bank’s</Trans>}
      operation="compare_bank_statement"
      input={{ params: { id: statement.id } }}
      done={t`The statement is compared. Its lines count as proof`}
      onClose={onClose}
    />
  );
}

/** The list that the address names; without one, what waits most stands first. */
function useShownList(counts: BankStatementDetails['counts']) {
  const { filters, address } = useUrlFilters(['list']);
  const asked = lists.find((one) => one === filters.list);
  return { list: asked ?? lists.find((one) => counts[one].count > 0) ?? 'certain', address };
}

function Lines({ details: { statement, counts } }: { details: BankStatementDetails }) {
  const { t } = useLingui();
  const { list, address } = useShownList(counts);
  const pages = useConsoleList(['statement-lines', statement.id, list], (cursor, signal) =>
    call('list_bank_statement_lines', {
      params: { id: statement.id },
      query: { list, cursor },
      signal,
    }),
  );
  const names: Record<LineList, ReactNode> = {
    certain: <Trans>Certain</Trans>,
    likely: <Trans>Likely</Trans>,
    unclear: <Trans>Unclear</Trans>,
    reversals: <Trans context="lines">Reversals</Trans>,
    payouts: <Trans context="lines">Payouts and refunds</Trans>,
    confirmed: <Trans context="lines">Confirmed</Trans>,
    set_aside: <Trans context="lines">Set aside</Trans>,
    settled: <Trans context="lines">Settled</Trans>,
    apart: <Trans>Excluded</Trans>,
  };
  return (
    <section>
      <Tabs
        label={t`Filter lines`}
        current={list}
        tabs={lists.map((id) => ({
          id,
          to: address('list', id),
          name: (
            <>
              {names[id]}{' '}
              <span className="ms-1.5 font-normal tabular-nums">{counts[id].count}</span>
            </>
          ),
        }))}
      />
      <QueryResult query={{ ...pages, data: pages.items }}>
        {(items) => (
          <div className="grid">
            <BankStatementLines lines={items} isRejected={statement.rejected_at !== null} />
            <LoadMore pages={pages} />
          </div>
        )}
      </QueryResult>
    </section>
  );
}

function Actions({ details }: { details: BankStatementDetails }) {
  const { statement, counts } = details;
  const { certain } = counts;
  const { list } = useShownList(counts);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {counts[list].count > 0 ? (
        <ExportCsvButton
          of="list_bank_statement_lines"
          input={{ params: { id: statement.id }, query: { list, format: 'csv' } }}
        />
      ) : null}
      {statement.open_count > 0 ? <MatchAgain id={statement.id} /> : null}
      {certain.count > 0 ? (
        <Button onPress={() => setAsking(true)}>
          <Plural
            value={certain.count}
            one="Confirm # certain line"
            other="Confirm # certain lines"
          />
        </Button>
      ) : null}
      {isAsking ? <ConfirmCertain details={details} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

/** Moves no money: tickets, payments and reports may have changed since the import. */
function MatchAgain({ id }: { id: string }) {
  const { t } = useLingui();
  const match = useIdempotentMutation('match_bank_statement_lines', {
    onSuccess: (_, reloaded) => {
      toast.success(t`The open lines were matched again`);
      return reloaded;
    },
  });
  return (
    <Button
      tone="secondary"
      isPending={match.isSending}
      onPress={() => void match.send({ params: { id } })}
    >
      <Trans>Match again</Trans>
    </Button>
  );
}

function ConfirmCertain({
  details: { statement, counts },
  onClose,
}: {
  details: BankStatementDetails;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const mutation = useIdempotentMutation('confirm_certain_lines');
  const [shown] = useState(counts.certain);
  /** The server confirms so many at once; what is left is asked for again. */
  const confirm = async () => {
    for (let count = shown.count, confirmed = 0; count > 0;) {
      const reply = await mutation.send({ params: { id: statement.id }, body: { count } });
      if (!reply) return;
      confirmed += reply.confirmed.count;
      count = reply.left;
      if (count === 0) toast.success(t`Confirmed lines: ${confirmed}`);
    }
    onClose();
  };
  return (
    <ConfirmFactsDialog
      title={<Trans>Confirm all certain lines?</Trans>}
      lead={<Trans>Each becomes a payment, and pays the ticket that its reference names.</Trans>}
      facts={[
        { id: 'count', label: <Trans>Lines</Trans>, value: shown.count },
        amountFact(shown.amount_sar),
      ]}
      confirm={<Trans>Confirm them all</Trans>}
      mutation={mutation}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
