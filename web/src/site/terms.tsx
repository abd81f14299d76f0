import { Trans, useLingui } from '@lingui/react/macro';
import { LegalIdentity } from '../ui/legal-identity.tsx';
import { usePayoutPromise } from '../ui/payout-promise.ts';
import { Money } from '../ui/money.tsx';
import { contact } from './contact.ts';
import { LegalPage, MailLink, type LegalSection } from './legal-page.tsx';
import { PageMeta } from './page-meta.tsx';
import { PublicLink } from '../ui/link.tsx';

export default function Terms() {
  const { t } = useLingui();
  return (
    <>
      <PageMeta
        title={t`Terms of Service · Hamla`}
        description={t`The terms of financing with Hamla: parties, limits, fee, repayment schedule, late payment without fee, disputes and law.`}
      />
      <LegalPage
        title={<Trans>Terms of Service</Trans>}
        lead={
          <Trans>
            The agreement between Hamla and the companies and agencies that use it, in plain
            language.
          </Trans>
        }
        updated="2026-12-01"
        sections={useSections()}
      />
    </>
  );
}

function useSections(): LegalSection[] {
  const promise = usePayoutPromise();
  const { t } = useLingui();
  return [
    {
      id: 'parties',
      title: t`Parties and accounts`,
      body: (
        <>
          <p>
            <Trans>
              “We” means Hamla, Riyadh, Kingdom of Saudi Arabia. “You” means a company or an agency
              established in the Kingdom, represented by the person who opens the account and who
              confirms that they are authorised to do so.
            </Trans>
          </p>
          <LegalIdentity />
          <p>
            <Trans>
              What you tell us must be true and kept up to date. Keep your password to yourself and
              tell us at once if somebody else may know it.
            </Trans>
          </p>
        </>
      ),
    },
    {
      id: 'financing',
      title: t`What we finance`,
      body: (
        <p>
          <Trans>
            A company requests the financing of one agency invoice with a ticket. The agency
            approves or rejects it. When it is approved and the documents are signed, among them a
            promissory note, we pay the agency. From the release of that payment on, the company
            owes us the amount of the invoice; before it, nobody owes anything.
          </Trans>
        </p>
      ),
    },
    {
      id: 'limits',
      title: t`Budget and limits`,
      body: (
        <ul>
          <li>
            <Trans>
              The budget results from the credit analysis. A preliminary budget is not a promise; we
              may confirm, adjust or suspend it, with reasons.
            </Trans>
          </li>
          <li>
            <Trans>
              The available budget is the budget less the tickets that wait for an agency and less
              the tickets that are approved or active.
            </Trans>
          </li>
          <li>
            <Trans>
              The minimum ticket is <Money amount="1.00" />. Amounts are in Saudi riyals.
            </Trans>
          </li>
          <li>
            <Trans>The company may cancel a waiting ticket at any time.</Trans>
          </li>
        </ul>
      ),
    },
    {
      id: 'fee',
      title: t`Fee`,
      body: (
        <ul>
          <li>
            <Trans>
              <strong>Companies pay no fee:</strong> no upfront payment, 0% interest, no hidden
              fees.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Agencies pay a service fee of 5%</strong> of the invoice, value added tax
              included. It is deducted from the payout, so that the agency receives 95%.
            </Trans>
          </li>
        </ul>
      ),
    },
    {
      id: 'schedule',
      title: t`Repayment schedule`,
      body: (
        <p>
          <Trans>
            The company repays in one, two or three monthly installments. Each is the amount divided
            by the number of months, rounded down to the halala; the last one absorbs the
            difference. One falls due each month, on the same day of the month or, in a shorter
            month, on its last day. The schedule is shown before the ticket is submitted and does
            not change afterwards without the company's acceptance. Early repayment is welcome and
            costs nothing.
          </Trans>
        </p>
      ),
    },
    {
      id: 'late',
      title: t`Late payment`,
      body: (
        <>
          <p>
            <Trans>
              An installment that is not paid on its due date is overdue. We charge no late fee and
              no interest. We remind you, may hold back new tickets until it is paid, and may
              ultimately enforce the promissory note. No reminder is sent while an objection of
              yours is open.
            </Trans>
          </p>
          <p>
            <Trans>
              An amount that we write off is in default: you still owe it, it is due immediately,
              and your budget is suspended and reduced by it. While anything is in default, what you
              pay goes first to what you named, if it is due within seven days of the payment (if
              you name a ticket in default, this means the amount of it that is in default); then to
              whatever is due or overdue; then to what is in default; and only then to what falls
              due later.
            </Trans>
          </p>
        </>
      ),
    },
    {
      id: 'agencies',
      title: t`Agencies`,
      body: (
        <ul>
          <li>
            <Trans>
              By approving a ticket the agency confirms that the invoice is its own, is correct and
              is for advertising services, and that it will deliver them.
            </Trans>
          </li>
          <li>
            <Trans>
              Payment is expected within about one week of the creation of the ticket, to the IBAN
              in the agency's profile.
            </Trans>{' '}
            {promise}
          </li>
          <li>
            <Trans>
              If the services are not delivered, the agency returns to us what it was paid for them.
            </Trans>
          </li>
        </ul>
      ),
    },
    {
      id: 'delivery',
      title: t`Quality of the campaign`,
      body: (
        <p>
          <Trans>
            The contract for the campaign is between the company and the agency. We do not create or
            supervise it. A disagreement about it does not on its own suspend the installments; tell
            us, and we will hear both sides.
          </Trans>
        </p>
      ),
    },
    {
      id: 'conduct',
      title: t`Fair use`,
      body: (
        <p>
          <Trans>
            False documents, invoices without a campaign, and attempts to access the data of others
            end the agreement. We may then close the account and report what the law requires us to
            report.
          </Trans>
        </p>
      ),
    },
    {
      id: 'end',
      title: t`Ending the agreement`,
      body: (
        <p>
          <Trans>
            You may close your account when nothing is owed in either direction. What you owe at
            that time stays owed on its dates. The{' '}
            <PublicLink to="/privacy" className="text-link">
              Privacy Policy
            </PublicLink>{' '}
            says what happens to your data.
          </Trans>
        </p>
      ),
    },
    {
      id: 'disputes',
      title: t`Complaints, disputes and law`,
      body: (
        <>
          <p>
            <Trans>
              Write to <MailLink address={contact.email} /> first; we answer a complaint within ten
              working days.
            </Trans>
          </p>
          <p>
            <Trans>
              These terms are governed by the law of the Kingdom of Saudi Arabia, and its competent
              courts and committees decide what we cannot settle together.
            </Trans>
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: t`Changes`,
      body: (
        <p>
          <Trans>
            We announce new terms by email at least 30 days ahead. Tickets that already exist keep
            the terms under which they were submitted.
          </Trans>
        </p>
      ),
    },
  ];
}
