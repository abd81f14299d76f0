import { Trans, useLingui } from '@lingui/react/macro';
import { LegalIdentity } from '../ui/legal-identity.tsx';
import { contact } from './contact.ts';
import { LegalPage, MailLink, type LegalSection } from './legal-page.tsx';
import { PageMeta } from './page-meta.tsx';

export default function Privacy() {
  const { t } = useLingui();
  return (
    <>
      <PageMeta
        title={t`Privacy Policy · Hamla`}
        description={t`What personal data Hamla keeps, why, for how long and with whom it is shared, and how to use your rights under the Saudi Personal Data Protection Law.`}
      />
      <LegalPage
        title={<Trans>Privacy Policy</Trans>}
        lead={
          <Trans>
            What we keep about you, why, for how long and with whom, and how to use your rights
            under the Personal Data Protection Law of the Kingdom of Saudi Arabia.
          </Trans>
        }
        updated="2025-09-01"
        sections={useSections()}
      />
    </>
  );
}

function useSections(): LegalSection[] {
  const { t } = useLingui();
  return [
    {
      id: 'who',
      title: t`Who is responsible`,
      body: (
        <>
          <p>
            <Trans>
              Hamla, Riyadh, Kingdom of Saudi Arabia, is the controller of the personal data
              described here. For anything in this policy write to{' '}
              <MailLink address={contact.privacyEmail} />.
            </Trans>
          </p>
          <LegalIdentity />
        </>
      ),
    },
    {
      id: 'what',
      title: t`What we keep`,
      body: (
        <ul>
          <li>
            <Trans>
              <strong>Your account:</strong> email address, role, a one-way hash of your password,
              and when and with what kind of browser you signed in.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Your company or agency:</strong> its name, address, phone, email and website,
              the name and title of its contact person, its business area or specializations and,
              for agencies, its IBAN.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Figures and documents:</strong> six months of revenue, the company
              registration, financial and bank statements, and the invoices you upload.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Financing:</strong> tickets, installments, payouts, budget assessments with
              their factors, and the record of who did what and when.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Who accepts documents for a company:</strong> name, capacity, national ID or
              Iqama number (encrypted), the time, the kind of device and browser, and the network
              address.
            </Trans>
          </li>
        </ul>
      ),
    },
    {
      id: 'why',
      title: t`Why we use it, and on what legal basis`,
      body: (
        <ul>
          <li>
            <Trans>
              <strong>To perform our agreement with you:</strong> opening the account, calculating a
              budget, passing a ticket to the agency you chose, paying the agency, and following the
              repayment.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Because the law requires it:</strong> accounting records, tax, and the
              prevention of fraud and money laundering.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>With your explicit consent:</strong> an enquiry at a credit bureau, where one
              is connected, by your commercial registration number. Without it we consult nobody.
              You may withdraw it at any time: the score is deleted then.
            </Trans>
          </li>
        </ul>
      ),
    },
    {
      id: 'automated',
      title: t`Automated credit analysis`,
      body: (
        <p>
          <Trans>
            The preliminary budget is calculated automatically from what you enter and upload. You
            see every factor, how much it counted and what would change it. You may ask for a review
            by a person, and object to the result.
          </Trans>
        </p>
      ),
    },
    {
      id: 'shared',
      title: t`Who it is shared with`,
      body: (
        <>
          <ul>
            <li>
              <Trans>
                <strong>The agency of a ticket</strong> sees your company's name, the amount, the
                description and the invoice of that ticket. It never sees your revenue, statements
                or budget.
              </Trans>
            </li>
            <li>
              <Trans>
                <strong>Companies</strong> see the name of an agency, never its IBAN or documents.
              </Trans>
            </li>
            <li>
              <Trans>
                <strong>Service providers</strong> that host our systems, deliver our email and
                carry out payments, bound by contract to use the data for that purpose only.
              </Trans>
            </li>
            <li>
              <Trans>
                <strong>Authorities</strong> where the law of the Kingdom obliges us.
              </Trans>
            </li>
          </ul>
          <p>
            <Trans>
              We do not sell personal data and do not use it for the advertising of others. It is
              transferred outside the Kingdom only under the conditions the law sets for it.
            </Trans>
          </p>
        </>
      ),
    },
    {
      id: 'long',
      title: t`How long we keep it`,
      body: (
        <ul>
          <li>
            <Trans>
              <strong>Account and profile:</strong> for as long as the account exists. They are
              erased after it is closed, except for what the next point requires.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Tickets, invoices, installments and payouts:</strong> ten years after the end
              of the financing, as commercial and anti-money-laundering law requires.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Sign-ins and other security events:</strong> 90 days, with the kind of device
              and browser and the network address. You see them in your settings.
            </Trans>
          </li>
          <li>
            <Trans>
              <strong>Uploads that were never submitted</strong> are erased automatically after a
              short time.
            </Trans>
          </li>
        </ul>
      ),
    },
    {
      id: 'safe',
      title: t`How it is protected`,
      body: (
        <p>
          <Trans>
            Documents are encrypted where they are stored and in transit. Access is limited row by
            row to those it concerns and links to files expire quickly. If a breach could harm you,
            we notify the authority within 72 hours and you without undue delay.
          </Trans>
        </p>
      ),
    },
    {
      id: 'browser',
      title: t`What is kept in your browser`,
      body: (
        <p>
          <Trans>
            Your session, your language, your theme and the notices you have dismissed are kept in
            your browser's local storage. There are no advertising or tracking cookies.
          </Trans>{' '}
          <Trans>
            After you sign in, one cookie lets us recognise this browser, so that somebody else's
            wrong guesses at your password do not lock you out. It is kept for 180 days.
          </Trans>
        </p>
      ),
    },
    {
      id: 'rights',
      title: t`Your rights and how to use them`,
      body: (
        <>
          <p>
            <Trans>
              You may be informed about the use of your data, have access to it, receive a copy in a
              readable form, have it corrected or completed, have it destroyed when it is no longer
              needed, and withdraw a consent.
            </Trans>
          </p>
          <p>
            <Trans>
              Write to <MailLink address={contact.privacyEmail} /> from the email address of your
              account. We answer within 30 days and without charge. Much of it you can see and
              correct yourself in your profile.
            </Trans>
          </p>
          <p>
            <Trans>
              If our answer does not satisfy you, you may complain to the Saudi Data and Artificial
              Intelligence Authority (SDAIA), which supervises the law.
            </Trans>
          </p>
        </>
      ),
    },
    {
      id: 'changes',
      title: t`Changes to this policy`,
      body: (
        <p>
          <Trans>
            We publish every new version here with its date, and tell you by email before a change
            that affects your rights takes effect.
          </Trans>
        </p>
      ),
    },
  ];
}
