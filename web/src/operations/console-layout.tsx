import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { RequireRole } from '../accounts/require-role.tsx';
import { WhoIsSignedIn } from '../accounts/signed-in-as.tsx';
import { SignOutButton } from '../accounts/sign-out-button.tsx';
import { addTexts } from '../i18n.ts';
import { AppLayout } from '../ui/app-layout.tsx';
import { Button } from '../ui/button.tsx';
import { CrossIcon, MenuIcon } from '../ui/icons.tsx';
import { SearchBox } from './overview/search-box.tsx';
import { ConsoleNavigation } from './console-navigation.tsx';
import { texts } from './catalogues.ts';

/** Before the desk is drawn its words are there. */
export async function clientLoader() {
  await addTexts(texts);
  return null;
}

/** The words stay: moving about the desk asks for nothing again. */
export const shouldRevalidate = () => false;

/** The frame of the operations desk: staff alone see what is inside. */
export default function ConsoleLayout() {
  const { key } = useLocation();
  const id = useId();
  // Where the menu was opened: going elsewhere closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = openedAt === key;
  return (
    <RequireRole only="staff">
      <AppLayout
        account={<WhoIsSignedIn />}
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
            <div className="-ms-3 mt-4 xl:hidden">
              <SignOutButton />
            </div>
          </ConsoleNavigation>
        }
      >
        <Outlet />
      </AppLayout>
    </RequireRole>
  );
}
