import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent, type ReactNode } from 'react';
import { NavLink, Outlet, useNavigate } from 'react-router';
import { RequireRole } from '../accounts/require-role.tsx';
import { SignOutButton } from '../accounts/sign-out-button.tsx';
import { addTexts } from '../i18n.ts';
import { AppLayout } from '../ui/app-layout.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { ticketNumberOf } from '#domain/servicing/ticket-number.ts';
import { staffTicketPath } from './staff-ticket.ts';
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
                <Place to="/operations/payments">
                  <Trans>Payments</Trans>
                </Place>
              </ul>
            </nav>
            <SignOutButton />
          </>
        }
      >
        <div className="flex justify-end pt-5 print:hidden">
          <FindTicket />
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

/** To a ticket by its number or by the reference that stands on a transfer. */
function FindTicket() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const find = (event: FormEvent) => {
    event.preventDefault();
    const number = ticketNumberOf(typed);
    if (!number) {
      setProblem(t`Enter a ticket number or a payment reference.`);
      return;
    }
    setTyped('');
    void navigate(staffTicketPath(number));
  };
  return (
    <search>
      <form onSubmit={find} className="flex items-end gap-2" noValidate>
        <TextField
          label={t`Find a ticket`}
          placeholder="HM-100001"
          ltr
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setProblem(undefined);
          }}
          error={problem}
        />
        <Button type="submit" tone="secondary">
          <Trans>Open</Trans>
        </Button>
      </form>
    </search>
  );
}
