import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useAuth } from '../accounts/auth-context.tsx';
import { AccountMenu } from '../accounts/account-menu.tsx';
import { HomeLink } from '../accounts/home-link.tsx';
import { RequireRole } from '../accounts/require-role.tsx';
import { SignOutButton } from '../accounts/sign-out-button.tsx';
import { addTexts } from '../i18n.ts';
import { Bell } from '../notifications/bell.tsx';
import { AppLayout } from '../ui/app-layout.tsx';
import { Button, iconOnPhones } from '../ui/button.tsx';
import { CrossIcon, MenuIcon } from '../ui/icons.tsx';
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
      <AppLayout
        header={
          <>
            <HomeLink />
            <AccountMenu name={null} />
            <SignOutButton isIconOnPhones />
          </>
        }
      >
        <RequireRole only="staff">{null}</RequireRole>
      </AppLayout>
    );
  }
  return (
    <AppLayout
      header={
        <>
          <Button
            tone="quiet"
            size="small"
            className={`${iconOnPhones} xl:hidden`}
            aria-expanded={isOpen}
            aria-controls={id}
            onPress={() => setOpenedAt(isOpen ? undefined : key)}
          >
            {isOpen ? <CrossIcon className="size-5" /> : <MenuIcon className="size-5" />}
            <span className="max-sm:sr-only">
              <Trans>Menu</Trans>
            </span>
          </Button>
          <div className="max-sm:hidden">
            <SearchBox />
          </div>
          <Bell />
          <AccountMenu name={null} />
          <SignOutButton isIconOnPhones />
        </>
      }
      aside={<ConsoleNavigation id={id} isOpen={isOpen} />}
    >
      <div className="pt-4 sm:hidden print:hidden">
        <SearchBox />
      </div>
      <RestoreHold />
      <Outlet />
    </AppLayout>
  );
}
