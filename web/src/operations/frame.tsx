import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { NavLink, Outlet } from 'react-router';
import { RequireRole } from '../accounts/require-role.tsx';
import { SignOutButton } from '../accounts/sign-out-button.tsx';
import { addTexts } from '../i18n.ts';
import { AppLayout } from '../ui/app-layout.tsx';
import { FindBox } from './find-box.tsx';
import { texts } from './texts.ts';

/** Before the desk is drawn its words are there. */
export async function clientLoader() {
  await addTexts(texts);
  return null;
}

/** The words stay: moving about the desk asks for nothing again. */
export const shouldRevalidate = () => false;

/** The frame of the operations desk: staff alone see what is inside. */
export default function Frame() {
  const { t } = useLingui();
  return (
    <RequireRole only="staff">
      <AppLayout
        header={
          <>
            <nav aria-label={t`Operations`}>
              <ul className="flex flex-wrap">
                <Place to="/operations" end>
                  <Trans>Today</Trans>
                </Place>
                <Place to="/operations/payouts">
                  <Trans>Payouts</Trans>
                </Place>
                <Place to="/operations/iban-changes">
                  <Trans>IBANs</Trans>
                </Place>
                <Place to="/operations/payments">
                  <Trans>Payments</Trans>
                </Place>
                <Place to="/operations/companies">
                  <Trans>Companies</Trans>
                </Place>
                <Place to="/operations/agencies">
                  <Trans>Agencies</Trans>
                </Place>
                <Place to="/operations/statements">
                  <Trans>Bank statements</Trans>
                </Place>
                <Place to="/operations/portfolio">
                  <Trans>Portfolio</Trans>
                </Place>
                <Place to="/operations/audit">
                  <Trans>Audit log</Trans>
                </Place>
              </ul>
            </nav>
            <SignOutButton />
          </>
        }
      >
        <div className="flex justify-end pt-5 print:hidden">
          <FindBox />
        </div>
        <Outlet />
      </AppLayout>
    </RequireRole>
  );
}

function Place({ to, end, children }: { to: string; end?: boolean; children: ReactNode }) {
  return (
    <li>
      <NavLink
        to={to}
        end={end}
        className="inline-flex min-h-11 items-center border-b-2 border-transparent px-3 font-semibold text-ink-soft no-underline hover:text-ink aria-[current=page]:border-palm aria-[current=page]:text-ink"
      >
        {children}
      </NavLink>
    </li>
  );
}
