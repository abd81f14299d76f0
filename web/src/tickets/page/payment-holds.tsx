import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { TicketDetails } from '#api/tickets.ts';
import type { CodeOf, ReasonCode } from '#domain/credit/reason-codes.ts';
import { ReviewWords } from '../../payouts/review-words.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';

/** Why the company's payment to its agency waits, and what ends that. No figure of others, and none of our limits. */
const forCompany: Record<CodeOf<'hold', 'company'>, MessageDescriptor> = {
  budget_suspended: msg`Your budget is suspended. Nothing is paid out until that ends; your dashboard shows the reason.`,
  budget_not_set: msg`Your budget is not set yet, so our team reviews this ticket with your documents first. Your revenue of the last 6 months in the profile sets your budget.`,
  budget_not_confirmed: msg`No confirmed budget covers this ticket yet: our team reviews it first.`,
  company_overdue: msg`You have installments that are overdue for too long. Pay them, and the agency can be paid.`,
  unset_budget_above_limit: msg`You requested this ticket without a set budget, and your open tickets are so large that two people of our team review it. Your revenue of the last 6 months in the profile sets your budget.`,
  company_share: msg`With this ticket you would owe more than we finance for one company at a time. Once you have repaid a part of what you owe, we pay the agency.`,
  agency_share: msg`With this ticket we would finance more for this agency than we do at a time. Once a part of that is repaid, we pay it.`,
  documents_not_accepted: msg`You have not accepted the documents of this ticket yet.`,
  acceptance_expired: msg`You accepted the documents too long ago. Accept them again.`,
  payment_in_review: msg`Our team reviews this ticket before the agency is paid. You do not need to do anything.`,
};

/** Of the company's affairs an agency reads only that its payment is being reviewed. */
const forAgency: Record<CodeOf<'hold', 'agency'>, MessageDescriptor> = {
  agency_suspended: msg`Your account is suspended: we pay nothing until that ends.`,
  iban_missing: msg`Your profile has no IBAN: enter one, and we can pay you.`,
  iban_invalid: msg`The IBAN in your profile is not a valid Saudi one: correct it, and we can pay you.`,
  iban_pending: msg`Your IBAN is waiting for our approval.`,
  documents_not_accepted: msg`The company has not accepted its documents yet.`,
  acceptance_expired: msg`The company accepts its documents again, with new dates.`,
  payment_in_review: msg`You do not need to do anything.`,
};

/** The sentence of each code, by who reads it. */
const holdWords: Record<TicketDetails['role'], Partial<Record<string, MessageDescriptor>>> = {
  company: forCompany,
  agency: forAgency,
};

/** What a review ends: the day by which it is made stands beside it, and no other. */
const endedByReview = new Set<ReasonCode>([
  'budget_not_set',
  'budget_not_confirmed',
  'unset_budget_above_limit',
  'payment_in_review',
]);

/**
 * What holds the payment of a ticket: by which day we review it and why, all else with the day since when; not what
 * `said` says in words of its own.
 */
export function PaymentHolds({
  holds,
  review,
  role,
  said,
}: Pick<TicketDetails, 'holds' | 'review' | 'role'> & { said?: readonly ReasonCode[] }) {
  const { i18n } = useLingui();
  return (
    <>
      {review ? (
        <p>
          <ReviewWords review={review} />
        </p>
      ) : null}
      {holds.map(({ code, since }) => {
        const words = holdWords[role][code];
        return words === undefined || said?.includes(code) ? null : (
          <p key={code}>
            {i18n._(words)}{' '}
            {review && endedByReview.has(code) ? null : (
              <Trans>
                Since <IsoDate date={since} />.
              </Trans>
            )}
          </p>
        );
      })}
    </>
  );
}
