import { Plural, Trans } from '@lingui/react/macro';
import type { ProposedPolicy } from '#api/credit-policies.ts';
import { Money } from '../../ui/money.tsx';

/** What a policy is called and limited to. */
export const policyFacts = (policy: ProposedPolicy) => [
  {
    id: 'version',
    label: <Trans>Scorecard</Trans>,
    value: <bdi translate="no">{policy.model_version}</bdi>,
  },
  {
    id: 'requests',
    label: <Trans>Grace before requests stop</Trans>,
    value: <Days count={policy.request_grace_days} />,
  },
  {
    id: 'payouts',
    label: <Trans>Grace before payouts stop</Trans>,
    value: <Days count={policy.payout_grace_days} />,
  },
  {
    id: 'unset',
    label: <Trans>One person reviews without a budget up to</Trans>,
    value: <Money amount={policy.unset_budget_limit_sar} />,
  },
  {
    id: 'company',
    label: <Trans>A company may owe</Trans>,
    value: <Limit amount={policy.company_limit_sar} />,
  },
  {
    id: 'agency',
    label: <Trans>An agency’s tickets may owe</Trans>,
    value: <Limit amount={policy.agency_limit_sar} />,
  },
];

function Days({ count }: { count: number }) {
  return <Plural value={count} one="# day" other="# days" />;
}

function Limit({ amount }: { amount: string | null }) {
  return amount === null ? <Trans>No limit</Trans> : <Money amount={amount} />;
}
