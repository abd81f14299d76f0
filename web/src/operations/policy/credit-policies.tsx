import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ReplyOf } from '#api/contract.ts';
import type { ActivatedPolicy, DatedPolicy, PolicyBackTest } from '#api/credit-policies.ts';
import { call } from '../../api/call.ts';
import { QueryResult } from '../../api/query-result.tsx';
import { useIdempotentMutation } from '../../api/use-idempotent-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { DocumentTitle } from '../../ui/document-title.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { OpenApprovals } from '../approvals/approval.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';
import { useConsoleQuery } from '../kit/use-console-query.ts';
import { BackTest } from './back-test.tsx';
import { policyFacts } from './policy-facts.tsx';
import { ProposePolicy } from './propose-policy.tsx';

type Policies = ReplyOf<'read_credit_policies'>;

/** The credit policy that counts, and how two people activate another one from a day on. */
export default function CreditPoliciesPage() {
  const { t } = useLingui();
  const query = useConsoleQuery(['credit policy'], (signal) =>
    call('read_credit_policies', { signal }),
  );
  return (
    <>
      <DocumentTitle name={`${t`Credit policy`} · ${t`Operations`}`} />
      <PageHeader
        title={<Trans>Credit policy</Trans>}
        lead={
          <Trans>
            By this every company is assessed, stopped and limited. A change takes two people and
            counts from a day to come; budgets that somebody has confirmed stay.
          </Trans>
        }
      />
      <QueryResult query={query}>
        {(policies) => <Content policies={policies} now={new Date(query.dataUpdatedAt)} />}
      </QueryResult>
    </>
  );
}

function Content({ policies, now }: { policies: Policies; now: Date }) {
  const { counts, planned, proposal, past, today } = policies;
  return (
    <div className="grid gap-12">
      {proposal ? (
        <div className="grid gap-6">
          <OpenApprovals requests={[proposal.request]} now={now} />
          <Proposal policy={proposal.policy} then={proposal.back_test} />
        </div>
      ) : null}
      <Card look="plain" title={<Trans>Counts now</Trans>}>
        <Activated activated={counts} />
      </Card>
      {planned ? <Planned activated={planned} /> : null}
      {planned || proposal ? null : (
        <Card look="plain" title={<Trans>Propose a change</Trans>}>
          <ProposePolicy
            key={counts.policy.id}
            counts={{ ...setOf(counts), applies_from: today }}
            today={today}
          />
        </Card>
      )}
      {past.length > 0 ? (
        <Card look="plain" title={<Trans>Earlier policies</Trans>}>
          <div className="grid gap-8">
            {past.map((one) => (
              <Activated key={one.policy.id} activated={one} />
            ))}
          </div>
        </Card>
      ) : null}
    </div>
  );
}

/** Version and limits of a policy. */
const setOf = ({ policy }: ActivatedPolicy) => ({
  model_version: policy.model_version,
  request_grace_days: policy.request_grace_days,
  payout_grace_days: policy.payout_grace_days,
  unset_budget_limit_sar: policy.unset_budget_limit_sar,
  company_limit_sar: policy.company_limit_sar,
  agency_limit_sar: policy.agency_limit_sar,
});

/** A policy with its days, and who activated it. */
function Activated({ activated }: { activated: ActivatedPolicy }) {
  const { policy, request } = activated;
  const { applies_from, counts_since, ended_at, status } = policy;
  return (
    <div className="grid gap-3">
      <DescriptionList
        facts={[
          ...policyFacts(setOf(activated)),
          ...(counts_since === null
            ? []
            : [
                {
                  id: 'since',
                  label: <Trans>Counts since</Trans>,
                  value: <DateTime at={counts_since} />,
                },
              ]),
          ...(status !== 'planned' || applies_from === null
            ? []
            : [
                {
                  id: 'from',
                  label: <Trans>Counts from</Trans>,
                  value: <IsoDate date={applies_from} />,
                },
              ]),
          ...(ended_at === null
            ? []
            : [
                {
                  id: 'ended',
                  label:
                    status === 'cancelled' ? (
                      <Trans>Cancelled on</Trans>
                    ) : (
                      <Trans>Counted until</Trans>
                    ),
                  value: <DateTime at={ended_at} />,
                },
              ]),
        ]}
      />
      <p className="text-sm text-ink-soft">
        {request ? (
          <>
            <Trans>
              Proposed by <UserText text={request.requested_by} />, activated by{' '}
              <UserText text={request.decided_by ?? '—'} />
            </Trans>{' '}
            · <UserText isProse text={request.reason} />
          </>
        ) : (
          <Trans>Set by the environment of the first start.</Trans>
        )}
      </p>
    </div>
  );
}

function Planned({ activated }: { activated: ActivatedPolicy }) {
  const { t } = useLingui();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card
      look="plain"
      title={<Trans>Planned</Trans>}
      aside={
        <Button tone="danger" size="small" onPress={() => setIsAsking(true)}>
          <Trans>Cancel the planned policy</Trans>
        </Button>
      }
    >
      <Activated activated={activated} />
      {isAsking ? (
        <ReasonDialog
          title={<Trans>Cancel the planned policy?</Trans>}
          lead={<Trans>The policy that counts stays.</Trans>}
          facts={policyFacts(setOf(activated))}
          confirm={<Trans>Cancel the planned policy</Trans>}
          operation="cancel_credit_policy"
          input={(said) => ({ params: { id: activated.policy.id }, body: said })}
          done={t`The planned policy is cancelled`}
          onClose={() => setIsAsking(false)}
        />
      ) : null}
    </Card>
  );
}

/** What is proposed, what it would have done when it was proposed, and what it would do now. */
function Proposal({
  policy: { applies_from, ...policy },
  then,
}: {
  policy: DatedPolicy;
  then: PolicyBackTest;
}) {
  const [now, setNow] = useState<PolicyBackTest | null>(null);
  const test = useIdempotentMutation('back_test_credit_policy');
  return (
    <Card
      look="plain"
      title={<Trans>Proposed</Trans>}
      aside={
        <Button
          tone="secondary"
          size="small"
          isPending={test.isSending}
          onPress={() => void test.send({ body: policy }).then(setNow)}
        >
          <Trans>Show what it would do now</Trans>
        </Button>
      }
    >
      <DescriptionList
        facts={[
          ...policyFacts(policy),
          { id: 'from', label: <Trans>Counts from</Trans>, value: <IsoDate date={applies_from} /> },
        ]}
      />
      <div className="mt-6">
        {now ? (
          <BackTest result={now} />
        ) : (
          <Disclosure summary={<Trans>What it would have done when it was proposed</Trans>}>
            <BackTest result={then} />
          </Disclosure>
        )}
      </div>
    </Card>
  );
}
