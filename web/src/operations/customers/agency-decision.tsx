import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AgencyDesk } from '#api/operations-agencies.ts';
import { canDecideOnAgency, type AgencyDecision } from '#domain/profiles/agency-standing.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { UserText } from '../../ui/user-text.tsx';
import type { Fact } from '../kit/confirm-facts-dialog.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { ReasonDialog } from '../kit/reason-dialog.tsx';

interface DecisionProps {
  details: AgencyDesk;
  onClose: () => void;
}

/** Whether it can be decided now. */
export function canDecide(decision: AgencyDecision, { agency, standing }: AgencyDesk): boolean {
  return canDecideOnAgency(decision, {
    name: agency.name,
    company_registration_file: agency.company_registration_file,
    isVerified: standing.verified_at !== null,
    isSuspended: standing.suspended_at !== null,
    isNameHeld: standing.name_resembles !== null,
  });
}

/** What can be decided about the agency now. */
export function AgencyActions({ details }: { details: AgencyDesk }) {
  const [asking, setAsking] = useState<AgencyDecision | null>(null);
  const can = (decision: AgencyDecision) => canDecide(decision, details);
  const close = () => setAsking(null);
  return (
    <>
      {can('suspend') ? (
        <Button tone="danger" onPress={() => setAsking('suspend')}>
          <Trans>Suspend</Trans>
        </Button>
      ) : null}
      {can('accept_name') ? (
        <Button onPress={() => setAsking('accept_name')}>
          <Trans>Accept the name</Trans>
        </Button>
      ) : null}
      {details.standing.verified_at === null || can('accept_name') ? (
        <Button isDisabled={!can('verify')} onPress={() => setAsking('verify')}>
          <Trans>Verify</Trans>
        </Button>
      ) : null}
      {can('lift_suspension') ? (
        <Button onPress={() => setAsking('lift_suspension')}>
          <Trans>Lift the suspension</Trans>
        </Button>
      ) : null}
      {asking === 'verify' ? <Verify details={details} onClose={close} /> : null}
      {asking === 'accept_name' ? <AcceptName details={details} onClose={close} /> : null}
      {asking === 'suspend' || asking === 'lift_suspension' ? (
        <WithReason decision={asking} details={details} onClose={close} />
      ) : null}
    </>
  );
}

function agencyFacts({ agency, payouts }: AgencyDesk): Fact[] {
  return [
    { id: 'agency', label: <Trans>Agency</Trans>, value: <UserText text={agency.name ?? '—'} /> },
    {
      id: 'pending',
      label: <Trans>Pending payouts</Trans>,
      value: <Money amount={payouts.pending.amount_sar} />,
    },
  ];
}

function Verify({ details, onClose }: DecisionProps) {
  const { t } = useLingui();
  const params = { id: details.agency.id };
  return (
    <ConfirmMutationDialog
      title={<Trans>Verify this agency?</Trans>}
      lead={<Trans>You have read its registration, and it is who it says it is.</Trans>}
      facts={agencyFacts(details)}
      confirm={<Trans>Verify</Trans>}
      operation="verify_agency"
      input={{ params }}
      done={t`The agency is verified`}
      onClose={onClose}
    />
  );
}

function AcceptName({ details, onClose }: DecisionProps) {
  const { t } = useLingui();
  const { id, name } = details.agency;
  return (
    <ConfirmMutationDialog
      title={<Trans>Accept this name?</Trans>}
      lead={<Trans>You have compared them, and they are two agencies.</Trans>}
      facts={agencyFacts(details)}
      confirm={<Trans>Accept the name</Trans>}
      operation="accept_agency_name"
      input={{ params: { id }, body: { name: name ?? '' } }}
      done={t`Companies can choose it now`}
      onClose={onClose}
    />
  );
}

function WithReason({
  decision,
  details,
  onClose,
}: DecisionProps & { decision: 'suspend' | 'lift_suspension' }) {
  const { t } = useLingui();
  const isSuspension = decision === 'suspend';
  const params = { id: details.agency.id };
  return (
    <ReasonDialog
      title={
        isSuspension ? <Trans>Suspend this agency?</Trans> : <Trans>Lift this suspension?</Trans>
      }
      lead={
        isSuspension ? (
          <Trans>
            Companies can no longer choose it, and its payouts are on hold. The agency sees the
            reason.
          </Trans>
        ) : (
          <Trans>Companies can choose it again, and its payouts go with the next run.</Trans>
        )
      }
      facts={agencyFacts(details)}
      confirm={isSuspension ? <Trans>Suspend</Trans> : <Trans>Lift the suspension</Trans>}
      isDanger={isSuspension}
      operation={isSuspension ? 'suspend_agency' : 'lift_agency_suspension'}
      input={(said) => ({ params, body: said })}
      done={isSuspension ? t`The agency is suspended` : t`The suspension is lifted`}
      onClose={onClose}
    />
  );
}
