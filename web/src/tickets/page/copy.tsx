import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Ticket, TicketDetails } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { expectedPaymentDate } from '#domain/payouts/expected-payment.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import type { NextStep } from '#domain/tickets/next-step.ts';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Money } from '../../ui/money.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { NothingBeforePayout } from '../../installments/nothing-before-payout.tsx';
import { ticketEndWords } from '../ticket-ends.tsx';

type StepWords = { title: ReactNode; body: ReactNode };

/** What a next step is called and what there is to say about it, to the party that reads it. */
export function wordsOf(step: NextStep, details: TicketDetails): StepWords {
  return details.role === 'company' ? forCompany(step, details) : forAgency(step, details);
}

function forCompany(step: NextStep, details: TicketDetails): StepWords {
  const { ticket } = details;
  switch (step.kind) {
    case 'answer':
      return {
        title: <Trans>Waiting for the agency's answer</Trans>,
        body: (
          <p>
            <Trans>
              The agency approves or rejects your request. Until then{' '}
              <Money amount={ticket.amount_sar} /> of your budget is held, and you can cancel.
            </Trans>
          </p>
        ),
      };
    case 'documents':
      return documentWords[step.state ?? 'ready'](step.isAgain);
    case 'payout':
      return {
        title: details.review ? (
          <Trans>We review this ticket before we pay the agency</Trans>
        ) : (
          <Trans>We pay the agency</Trans>
        ),
        body: <CompanyBeforePayout step={step} details={details} />,
      };
    case 'payout_stopped':
      return {
        title: <Trans>Pay what is overdue so that the agency can be paid</Trans>,
        body: (
          <p>
            <Trans>
              You have installments that are overdue for too long, so we are not paying the agency
              yet. By <IsoDate date={step.decide_by} /> we will either pay it anyway or end this
              ticket.
            </Trans>
          </p>
        ),
      };
    case 'installment':
      return {
        title: (
          <Trans>
            Pay <Money amount={decimalFromHalalas(step.next.amount_halalas)} /> by{' '}
            <IsoDate date={step.next.due_date} />
          </Trans>
        ),
        body: (
          <p>
            <Trans>It is your next installment. There is no interest and no hidden fee.</Trans>{' '}
            <BeingChecked step={step} />
          </p>
        ),
      };
    case 'overdue':
      return {
        title: (
          <Trans>
            Pay <Money amount={decimalFromHalalas(step.amount_halalas)} /> now
          </Trans>
        ),
        body: (
          <p>
            <Plural
              value={step.count}
              one="# installment is overdue."
              other="# installments are overdue."
            />{' '}
            <Trans>
              The earliest was due on <IsoDate date={step.since} />.
            </Trans>{' '}
            <BeingChecked step={step} />
          </p>
        ),
      };
    case 'in_default':
      return {
        title: (
          <Trans>
            In default: <Money amount={decimalFromHalalas(step.amount_halalas)} /> to pay
          </Trans>
        ),
        body: (
          <p>
            <Trans>
              We closed this ticket because it was not paid. You still owe it, and your budget is
              reduced by it until you have paid.
            </Trans>{' '}
            <BeingChecked step={step} />
          </p>
        ),
      };
    case 'being_checked':
      return {
        title: <Trans>We are checking the transfer that you reported</Trans>,
        body: (
          <p>
            <BeingChecked step={step} />{' '}
            <Trans>There is nothing to transfer now. You will see the result here.</Trans>
          </p>
        ),
      };
    case 'rejected':
      return {
        title: <Trans>The agency rejected your request</Trans>,
        body: (
          <>
            <Reason ticket={ticket} />
            <p>
              <Trans>
                Nothing is owed and nothing is held in your budget. You can request again.
              </Trans>
            </p>
          </>
        ),
      };
    case 'closed':
      return {
        title: <Trans>This ticket is closed</Trans>,
        body: (
          <p>
            <ClosedForCompany {...details} />
          </p>
        ),
      };
    case 'small_rest':
      return {
        title: (
          <Trans>
            <Money amount={decimalFromHalalas(step.amount_halalas)} /> is left
          </Trans>
        ),
        body: (
          <p>
            <Trans>
              Your next transfer pays it. It stops nothing, does not count as late, and you are not
              reminded of it. Until it is paid or we settle it as bank charges, the whole amount of
              this ticket stays committed in your budget.
            </Trans>
          </p>
        ),
      };
    case 'being_verified':
      return {
        title: <Trans>We are verifying your payment</Trans>,
        body: (
          <p>
            <Trans>
              Everything is paid. Once we have seen the payment at the bank, the ticket is completed
              and its amount is free in your budget again. Nothing is left for you to do.
            </Trans>
          </p>
        ),
      };
    case 'completed':
    case 'paid_out':
      return {
        title: <Trans>Everything is repaid</Trans>,
        body: (
          <p>
            <Trans>Nothing is left to do.</Trans>
          </p>
        ),
      };
  }
}

/** Before the agency is paid: what the company does about its documents, and why. */
const documentWords: Record<
  NonNullable<Extract<NextStep, { kind: 'documents' }>['state']>,
  (isAgain: boolean) => StepWords
> = {
  details_missing: () => ({
    title: <Trans>Complete your company’s details</Trans>,
    body: (
      <p>
        <Trans>
          The financing agreement and the promissory notes state your company’s name and its
          commercial registration number. Once you have saved what is missing, they are prepared;
          then you read and accept them, and we pay the agency.
        </Trans>
      </p>
    ),
  }),
  preparing: () => ({
    title: <Trans>Your documents are being prepared</Trans>,
    body: (
      <p>
        <Trans>
          The financing agreement and a promissory note for each installment will appear here
          automatically in a moment.
        </Trans>
      </p>
    ),
  }),
  ready: (isAgain) => ({
    title: <Trans>Read and accept the documents</Trans>,
    body: (
      <>
        {isAgain ? <AcceptedTooLongAgo /> : null}
        <p>
          <Trans>We pay the agency once you have accepted. Your dates count from today.</Trans>{' '}
          <NothingBeforePayout />
        </p>
      </>
    ),
  }),
  outdated: (isAgain) => ({
    title: <Trans>Get your documents with today's dates</Trans>,
    body: (
      <>
        {isAgain ? <AcceptedTooLongAgo /> : null}
        <p>
          <Trans>
            Dates count from the day you accept. We prepare new documents; then you read and accept
            them, and we pay the agency.
          </Trans>
        </p>
      </>
    ),
  }),
};

function AcceptedTooLongAgo() {
  return (
    <p>
      <Trans>
        You accepted more than 7 days ago and the agency has not been paid since. Your dates start
        again, so that you owe nothing for that time.
      </Trans>
    </p>
  );
}

function CompanyBeforePayout({
  step,
  details,
}: {
  step: Extract<NextStep, { kind: 'payout' }>;
  details: TicketDetails;
}) {
  // What holds the payment stands below, with the day that is promised.
  if (details.holds.length > 0) {
    return (
      <p>
        <NothingBeforePayout />
      </p>
    );
  }
  if (step.is_late) {
    return (
      <p>
        <Trans>
          It was expected by <IsoDate date={step.expected_date} /> and is delayed.
        </Trans>{' '}
        <NothingBeforePayout /> <Trans>Your dates begin again then.</Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <Trans>
          Expected by <IsoDate date={step.expected_date} />.
        </Trans>{' '}
        <NothingBeforePayout />
      </p>
      {step.first ? (
        <p>
          <Trans>
            Then you repay: first <Money amount={decimalFromHalalas(step.first.amount_halalas)} />,
            due on <IsoDate date={step.first.due_date} />.
          </Trans>
        </p>
      ) : null}
    </>
  );
}

function forAgency(step: NextStep, details: TicketDetails): StepWords {
  const { ticket } = details;
  switch (step.kind) {
    case 'answer':
      return {
        title: <Trans>Approve or reject this request</Trans>,
        body: <AgencyBeforeAnswer details={details} />,
      };
    case 'documents':
      return {
        title: <Trans>Waiting for the company's acceptance</Trans>,
        body: (
          <p>
            <Trans>
              The company reads and accepts its financing documents. Then we pay you{' '}
              <Money amount={netOf(details)} />.
            </Trans>
          </p>
        ),
      };
    case 'payout_stopped':
      return {
        title: <Trans>Your payment is being reviewed</Trans>,
        body: null,
      };
    case 'payout':
      return {
        title: details.review ? (
          <Trans>Your payment is being reviewed</Trans>
        ) : (
          <Trans>
            We pay you <Money amount={netOf(details)} />
          </Trans>
        ),
        body:
          details.review || details.is_agency_suspended ? null : (
            <p>
              {step.is_late ? (
                <Trans>
                  It was expected by <IsoDate date={step.expected_date} /> and is delayed.
                </Trans>
              ) : (
                <Trans>
                  Expected by <IsoDate date={step.expected_date} />.
                </Trans>
              )}
            </p>
          ),
      };
    case 'rejected':
      return { title: <Trans>You rejected this request</Trans>, body: <Reason ticket={ticket} /> };
    case 'closed':
      return {
        title: <Trans>This ticket is closed</Trans>,
        body: (
          <p>
            {details.payout?.status === 'Pending' ? <SentBack /> : <ClosedForAgency {...details} />}
          </p>
        ),
      };
    case 'completed':
      return {
        title: <Trans>This ticket is completed</Trans>,
        body: (
          <p>
            {details.payout?.status === 'Pending' ? (
              <SentBack />
            ) : (
              <Trans>Nothing is left to do.</Trans>
            )}
          </p>
        ),
      };
    default:
      return {
        title:
          details.payout === null || details.payout.status === 'Confirmed' ? (
            <Trans>You have been paid</Trans>
          ) : details.payout.sent_on ? (
            <Trans>Your payment is on its way</Trans>
          ) : (
            <Trans>Your payment is released</Trans>
          ),
        body: (
          <p>
            <Trans>The company repays us. Nothing is left for you to do.</Trans>
          </p>
        ),
      };
  }
}

function AgencyBeforeAnswer({ details }: { details: TicketDetails }) {
  const { t } = useLingui();
  const { ticket, is_agency_suspended } = details;
  const company = ticket.company_name ?? t`The company`;
  return (
    <p>
      {is_agency_suspended ? (
        <Trans>
          <UserText text={company} /> waits for your answer. If you approve, you receive{' '}
          <Money amount={netOf(details)} />, but not before your suspension is lifted.
        </Trans>
      ) : (
        <Trans>
          <UserText text={company} /> waits for your answer. If you approve, you receive{' '}
          <Money amount={netOf(details)} />, expected by{' '}
          <IsoDate date={expectedPaymentDate(ticket.created_local_date)} />.
        </Trans>
      )}
    </p>
  );
}

/** Who closed a ticket, and what that means for the company's money; of a default only once it is paid. */
function ClosedForCompany({ ticket: { closed_as }, loss }: TicketDetails) {
  return (
    <>
      {closed_as ? <>{ticketEndWords[closed_as].company}. </> : null}
      {closed_as === 'ended' ? (
        <Trans>You owe nothing for this ticket, and what you paid for it is your credit.</Trans>
      ) : closed_as === 'written_off' ? (
        loss ? (
          <Trans>You have paid all that was in default. Nothing is left to do.</Trans>
        ) : (
          <Trans>Nothing is left to do.</Trans>
        )
      ) : (
        <Trans>Nothing is owed and nothing is held in your budget.</Trans>
      )}
    </>
  );
}

/** We owe the agency although the ticket is done. */
const SentBack = () => (
  <Trans>
    The bank returned your payment. We will send it again: check the IBAN in your profile.
  </Trans>
);

function ClosedForAgency({ ticket: { closed_as } }: TicketDetails) {
  return (
    <>
      {closed_as ? <>{ticketEndWords[closed_as].agency}. </> : null}
      {closed_as === 'ended' ? (
        <Trans>Your service fee has been credited.</Trans>
      ) : closed_as === 'closed' ? (
        <Trans>Your payment is cancelled.</Trans>
      ) : (
        <Trans>Nothing is left to do.</Trans>
      )}
    </>
  );
}

/** What the agency receives, or would. */
function netOf({ ticket, payout }: TicketDetails): string {
  const { net_halalas } = serviceFee(halalasFromDecimal(ticket.amount_sar));
  return payout?.net_amount ?? decimalFromHalalas(net_halalas);
}

function Reason({ ticket: { rejection_reason } }: { ticket: Ticket }) {
  if (!rejection_reason) {
    return (
      <p>
        <Trans>No reason was given.</Trans>
      </p>
    );
  }
  return (
    <div>
      <p className="eyebrow">
        <Trans>Reason</Trans>
      </p>
      <p dir="auto" className="w-fit text-start whitespace-pre-line text-ink wrap-anywhere">
        {rejection_reason}
      </p>
    </div>
  );
}

/** What of the ticket's debt is reported and being checked; nothing while nothing is. */
function BeingChecked({ step }: { step: { being_checked_halalas: number } }) {
  if (step.being_checked_halalas === 0) return null;
  return (
    <Trans>
      <Money amount={decimalFromHalalas(step.being_checked_halalas)} /> that you reported is being
      checked.
    </Trans>
  );
}
