import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useLocation } from 'react-router';
import { isRole, type Role } from '#domain/accounts/roles.ts';
import { useAuth } from '../accounts/auth-context.tsx';
import { AccountMenu } from '../accounts/account-menu.tsx';
import { HomeLink } from '../accounts/home-link.tsx';
import { SignOutButton } from '../accounts/sign-out-button.tsx';
import { Bell } from '../notifications/bell.tsx';
import { CompletionBadge } from '../profiles/completion-badge.tsx';
import { useOwnProfile } from '../profiles/use-own-profile.ts';
import { AppLayout } from '../ui/app-layout.tsx';
import { FileIcon } from '../ui/icons.tsx';
import { PopoverLink } from '../ui/popover-link.tsx';
import { Rail } from '../ui/rail.tsx';
import { TabBar } from '../ui/tab-bar.tsx';
import {
  DecisionAction,
  NewTicketAction,
  NewTicketOfAddress,
  useNextDecision,
} from './main-action.tsx';
import { placesOf } from './places.tsx';
import { Search } from './search.tsx';

/** The frame in which companies and agencies work; staff and who has no role yet see its header alone. */
export default function PartyFrame() {
  const { role, isStaff } = useAuth();
  const side = !isStaff && isRole(role) ? role : null;
  // Signing out would discard unsaved profile input without asking.
  const isProfile = useLocation().pathname.startsWith('/profile/');
  return (
    <AppLayout
      header={
        <>
          {side ? <ProfileBadge role={side} /> : null}
          {side ? <Search /> : null}
          <HomeLink />
          {side || isStaff ? <Bell /> : null}
          {side ? <PartyAccount role={side} /> : <AccountMenu name={null} />}
          {isProfile ? null : <SignOutButton isIconOnPhones />}
        </>
      }
      aside={side ? <PartyRail role={side} /> : undefined}
      tabs={side === 'company' ? <CompanyTabs /> : side === 'agency' ? <AgencyTabs /> : undefined}
    >
      <Outlet />
      {side === 'company' ? <NewTicketOfAddress /> : null}
    </AppLayout>
  );
}

function ProfileBadge({ role }: { role: Role }) {
  const profile = useOwnProfile(role);
  return profile ? <CompletionBadge role={role} percent={profile.percent} /> : null;
}

function PartyAccount({ role }: { role: Role }) {
  const profile = useOwnProfile(role);
  const percent = profile?.percent;
  return (
    <AccountMenu name={profile?.name}>
      <li className="border-b border-line">
        <PopoverLink to={`/profile/${role}`} icon={<FileIcon className="size-5" />}>
          {percent === undefined ? <Trans>Profile</Trans> : <Trans>Profile {percent}%</Trans>}
        </PopoverLink>
      </li>
    </AccountMenu>
  );
}

function PartyRail({ role }: { role: Role }) {
  const { t } = useLingui();
  return (
    <div className="sticky top-0 -mx-1 max-h-dvh self-start overflow-y-auto px-1 py-8 max-xl:hidden print:hidden">
      <aside aria-label={t`Main action`} className="mb-6">
        {role === 'company' ? <NewTicketAction stand="rail" /> : <DecisionAction stand="rail" />}
      </aside>
      <Rail label={t`Places`} sections={[{ id: role, places: placesOf(role) }]} />
    </div>
  );
}

/** How many places are tabs; the others are behind More. */
const TABS = 3;

function CompanyTabs() {
  const { t } = useLingui();
  const places = placesOf('company');
  return (
    <TabBar
      label={t`Places`}
      tabs={places.slice(0, TABS)}
      action={<NewTicketAction stand="tab" />}
      more={places.slice(TABS)}
    />
  );
}

function AgencyTabs() {
  const { t } = useLingui();
  const places = placesOf('agency');
  const { next } = useNextDecision();
  return (
    <TabBar
      label={t`Places`}
      tabs={places.slice(0, TABS)}
      action={next ? <DecisionAction stand="tab" /> : null}
      more={places.slice(TABS)}
    />
  );
}
