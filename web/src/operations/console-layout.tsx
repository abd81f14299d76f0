import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useAuth } from '../accounts/auth-context.tsx';
import { HomeAndSignOut } from '../accounts/home-and-sign-out.tsx';
import { RequireRole } from '../accounts/require-role.tsx';
import { WhoIsSignedIn } from '../accounts/signed-in-as.tsx';
import { SignOutButton } from '../accounts/sign-out-button.tsx';
import { addTexts } from '../i18n.ts';
import { Bell } from '../notifications/bell.tsx';
import { AppLayout } from '../ui/app-layout.tsx';
import { Button } from '../ui/button.tsx';
import { CrossIcon, MenuIcon } from '../ui/icons.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { SearchBox } from './overview/search-box.tsx';
import { ConsoleNavigation } from './console-navigation.tsx';
import { texts } from './catalogues.ts';
import { RestoreHold } from './restore-hold.tsx';

/** Loads the console's texts before it is rendered. */
export async function clientLoader() {
  await addTexts(texts);
  return null;
}

/** The texts stay loaded while staff move about the console. */
export const shouldRevalidate = () => false;

/** The frame of the operations console: staff alone see what is inside. */
export default function ConsoleLayout() {
  const { key } = useLocation();
  const id = useId();
  // Where the menu was opened: going elsewhere closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = openedAt === key;
  const { isStaff } = useAuth();
  if (!isStaff) {
    return (
      <AppLayout header={<HomeAndSignOut />} account={<WhoIsSignedIn />}>
        <RequireRole only="staff">{null}</RequireRole>
      </AppLayout>
    );
  }
  return (
    <AppLayout
      account={<WhoIsSignedIn />}
      bell={<Bell />}
      header={
        <div className="flex items-start gap-2 max-sm:grow max-sm:px-3">
          <Button
            tone="secondary"
            className="max-sm:px-3 xl:hidden"
            aria-expanded={isOpen}
            aria-controls={id}
            onPress={() => setOpenedAt(isOpen ? undefined : key)}
          >
            {isOpen ? <CrossIcon /> : <MenuIcon />}
            <Trans>Menu</Trans>
          </Button>
          <SearchBox />
          <span className="self-center max-xl:hidden">
            <SignOutButton />
          </span>
        </div>
      }
      aside={
        <ConsoleNavigation id={id} isOpen={isOpen}>
          <div className="-ms-3 mt-4 flex gap-x-3 xl:hidden">
            <ButtonLink to="/settings" tone="quiet" size="small" className="sm:hidden">
              <Trans>Settings</Trans>
            </ButtonLink>
            <SignOutButton />
          </div>
        </ConsoleNavigation>
      }
    >
      <RestoreHold />
      <Outlet />
    </AppLayout>
  );
}
