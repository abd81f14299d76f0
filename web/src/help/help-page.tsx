import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { isRole, type Role } from '#domain/accounts/roles.ts';
import { DAYS_TO_ANSWER } from '#domain/tickets/ticket.ts';
import { useAuth } from '../accounts/auth-context.tsx';
import { RequireRole } from '../accounts/require-role.tsx';
import { addTexts } from '../i18n.ts';
import { NothingBeforePayout } from '../installments/nothing-before-payout.tsx';
import { usePayoutPromise } from '../ui/payout-promise.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { PublicLink } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { AskUs } from './ask-us.tsx';

/** The texts of this page: in nobody else's scripts. */
const texts = {
  en: () => import('../../locales/en/help.po'),
  ar: () => import('../../locales/ar/help.po'),
};

/** Before the page is drawn its words are there. */
export async function clientLoader() {
  await addTexts(texts);
  return null;
}

export const shouldRevalidate = () => false;

/** How the product works for one side, and how we are asked. */
export default function HelpPage() {
  const { t } = useLingui();
  const { role } = useAuth();
  const side: Role = isRole(role) ? role : 'company';
  return (
    <RequireRole only={side}>
      <DocumentTitle name={t`Help`} />
      <PageHeader
        title={<Trans>Help</Trans>}
        lead={<Trans>How it works, what each word means, and how to reach us.</Trans>}
      />
      <div className="grid items-start gap-x-14 gap-y-10 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="border-b border-line">
          {side === 'company' ? <ForCompanies /> : <ForAgencies />}
          <Complaints />
        </div>
        <AskUs />
      </div>
    </RequireRole>
  );
}

function Topic({
  title,
  open = false,
  children,
}: {
  title: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="border-t border-line py-1">
      <Disclosure open={open} summary={<h2 className="text-base text-ink">{title}</h2>}>
        <div className="grid max-w-prose gap-3 pb-3">{children}</div>
      </Disclosure>
    </section>
  );
}

function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid list-decimal gap-1.5 ps-5 marker:text-ink-faint">{children}</ol>;
}

type Status = Parameters<typeof StatusBadge>[0]['status'];

/** A word that stands on the screens, and what it means. */
function Meaning({ status, children }: { status: Status; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-1 border-t border-line py-2.5 first:border-0 sm:grid-cols-[11rem_1fr]">
      <dt>
        <StatusBadge status={status} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function ForCompanies() {
  return (
    <>
      <Topic open title={<Trans>How it works</Trans>}>
        <Steps>
          <li>
            <Trans>
              Fill in your profile. From your revenue we calculate a budget, and our team confirms
              it.
            </Trans>
          </li>
          <li>
            <Trans>
              Request a ticket: an agency, the amount, one to three months, and its invoice.
            </Trans>
          </li>
          <li>
            <Trans>
              The agency approves or rejects it. After {DAYS_TO_ANSWER} days without an answer the
              ticket is closed and its amount is available again.
            </Trans>
          </li>
          <li>
            <Trans>You read and accept the agreement and the promissory notes.</Trans>
          </li>
          <li>
            <Trans>
              We release the payment to the agency; from then on you owe the installments.
            </Trans>
          </li>
          <li>
            <Trans>You repay one installment a month by bank transfer.</Trans>
          </li>
        </Steps>
      </Topic>
      <Topic title={<Trans>What each status means</Trans>}>
        <dl>
          <Meaning status="PendingAgencyApproval">
            <Trans>The agency has not answered. You can cancel the ticket.</Trans>
          </Meaning>
          <Meaning status="Approved">
            <Trans>The agency has agreed, and its payment is not released yet.</Trans>{' '}
            <NothingBeforePayout />
          </Meaning>
          <Meaning status="Active">
            <Trans>The payment to the agency is released, and you repay.</Trans>
          </Meaning>
          <Meaning status="Completed">
            <Trans>Everything is repaid. The settlement letter is under Documents.</Trans>
          </Meaning>
          <Meaning status="Rejected">
            <Trans>The agency rejected it, with a reason if it gave one.</Trans>
          </Meaning>
          <Meaning status="Closed">
            <Trans>It ended without being repaid: cancelled, expired or closed by us.</Trans>
          </Meaning>
          <Meaning status="Due">
            <Trans>An installment whose due date has not passed.</Trans>
          </Meaning>
          <Meaning status="Paid">
            <Trans>An installment that is repaid in full.</Trans>
          </Meaning>
          <Meaning status="Overdue">
            <Trans>An installment whose due date has passed and that is not repaid in full.</Trans>
          </Meaning>
        </dl>
      </Topic>
      <Topic title={<Trans>What it costs</Trans>}>
        <p>
          <Trans>
            Nothing: no upfront payment, 0% interest and no hidden fees. You repay the amount of the
            invoice.
          </Trans>
        </p>
      </Topic>
      <Topic title={<Trans>How to pay</Trans>}>
        <p>
          <Trans>
            Open the ticket: How to pay shows our account, the amount and the reference. Write the
            reference in your transfer, so that we know what it pays.
          </Trans>
        </p>
        <p>
          <Trans>
            When something is overdue, How to pay at Payments has the whole sum and one reference of
            your company for it: a transfer with it pays what has been due longest first.
          </Trans>
        </p>
        <p>
          <Trans>
            After your transfer you can report it there with proof. We check it against our account;
            until then it is marked as being checked.
          </Trans>
        </p>
      </Topic>
      <Topic title={<Trans>What happens when you are late</Trans>}>
        <p>
          <Trans>
            There is no late fee and no interest. We remind you. Some days after the due date you
            can request no new tickets until what is overdue is paid; your dashboard says from which
            day.
          </Trans>
        </p>
        <p>
          <Trans>
            If you know when you can pay, promise it at Payments: all that is overdue, by a day
            within a week, once. We send no reminders until then. A promise that is not kept limits
            your grade until everything overdue is paid.
          </Trans>
        </p>
        <p>
          <Trans>
            When something is overdue for too long, payments to the agencies of your approved
            tickets stop until it is paid.
          </Trans>
        </p>
        <p>
          <Trans>
            An amount that we write off is in default: it is due immediately, and your budget is
            suspended.
          </Trans>
        </p>
      </Topic>
    </>
  );
}

function ForAgencies() {
  const promise = usePayoutPromise();
  return (
    <>
      <Topic open title={<Trans>How it works</Trans>}>
        <Steps>
          <li>
            <Trans>
              Fill in your profile: companies find you by your name, and we pay to your IBAN.
            </Trans>
          </li>
          <li>
            <Trans>
              A company requests a ticket with your invoice. Approve or reject it within{' '}
              {DAYS_TO_ANSWER} days; after that it is closed.
            </Trans>
          </li>
          <li>
            <Trans>The company accepts the documents of the financing.</Trans>
          </li>
          <li>
            <Trans>
              We pay you 95% of the amount within about one week of the ticket's creation.
            </Trans>
          </li>
          <li>
            <Trans>The company repays us.</Trans> {promise}
          </li>
        </Steps>
      </Topic>
      <Topic title={<Trans>What each status means</Trans>}>
        <dl>
          <Meaning status="PendingAgencyApproval">
            <Trans>The ticket waits for your decision.</Trans>
          </Meaning>
          <Meaning status="Approved">
            <Trans>You have agreed, and your payment is being prepared.</Trans>
          </Meaning>
          <Meaning status="Active">
            <Trans>Your payment is released, and the company repays us.</Trans>
          </Meaning>
          <Meaning status="Completed">
            <Trans>The company has repaid everything.</Trans>
          </Meaning>
          <Meaning status="Rejected">
            <Trans>You have rejected it.</Trans>
          </Meaning>
          <Meaning status="Closed">
            <Trans>It ended: cancelled by the company, expired or closed by us.</Trans>
          </Meaning>
          <Meaning status="Pending">
            <Trans>A payout that is not released yet.</Trans>
          </Meaning>
          <Meaning status="Released">
            <Trans>A payout that goes to the bank with the next file.</Trans>
          </Meaning>
          <Meaning status="Sent">
            <Trans>A payout that has left us and is not confirmed yet.</Trans>
          </Meaning>
          <Meaning status="Confirmed">
            <Trans>A payout that has arrived at your bank.</Trans>
          </Meaning>
        </dl>
      </Topic>
      <Topic title={<Trans>What it costs</Trans>}>
        <p>
          <Trans>
            A service fee of 5% of the invoice, value added tax included. We deduct it from the
            payout and issue a tax invoice for it, which is under Documents.
          </Trans>
        </p>
      </Topic>
      <Topic title={<Trans>How you are paid</Trans>}>
        <p>
          <Trans>
            To the IBAN of your profile. Another IBAN takes effect after 24 hours, once one of our
            team has approved it.
          </Trans>
        </p>
      </Topic>
      <Topic title={<Trans>What happens when a payment is late</Trans>}>
        <p>
          <Trans>
            A payment can be reviewed before it is sent; your dashboard then says so, and when you
            will hear about it. If a payment is returned, its ticket says so.
          </Trans>
        </p>
      </Topic>
    </>
  );
}

function Complaints() {
  return (
    <Topic title={<Trans>How to complain, and how to take a complaint further</Trans>}>
      <Steps>
        <li>
          <Trans>Write to us here, with the ticket it is about. Our team will deal with it.</Trans>
        </li>
        <li>
          <Trans>
            We answer a complaint within ten working days; the answer stands on this page.
          </Trans>
        </li>
        <li>
          <Trans>
            What we cannot settle together is decided by the competent courts and committees of the
            Kingdom, as our{' '}
            <PublicLink to="/terms" className="text-link">
              Terms of Service
            </PublicLink>{' '}
            say.
          </Trans>
        </li>
      </Steps>
    </Topic>
  );
}
