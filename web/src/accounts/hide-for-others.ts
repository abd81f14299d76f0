import { readStoredUser } from './stored-session.ts';

/**
 * A browser may keep a page that was left, and show it at once when the person goes back. It is hidden until then (ui/app.css),
 * and loaded again where somebody else, or nobody, is signed in.
 */
export function hideForOthers(): void {
  let owner: string | undefined;
  addEventListener('pagehide', ({ persisted }) => {
    owner = readStoredUser()?.id;
    if (persisted) document.documentElement.dataset.left = '';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (readStoredUser()?.id === owner) delete document.documentElement.dataset.left;
    else location.reload();
  });
}
