/** The name under which a tab remembers the code that it has reloaded itself to replace. */
const reloadedKey = 'hamla.reloaded';

let isOld = false;
let isBusy = (): boolean => false;

/** True where nothing is lost when the page is loaded again: nothing was typed or chosen, is open, or is on its way. */
const isUnused = () =>
  !isBusy() &&
  !document.querySelector('[data-used], [role=dialog], [role=alertdialog]') &&
  // What guards unsaved input prevents it.
  dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Loads a page of an earlier release again, while nobody sees it: once, for another server may still serve that release. */
function reloadUnseen(): void {
  if (!isOld || !document.hidden || sessionStorage.getItem(reloadedKey) === import.meta.url) return;
  if (!isUnused()) return;
  sessionStorage.setItem(reloadedKey, import.meta.url);
  location.reload();
}

/** Notes which fields a person has used, and loads the page again when it is hidden, out of date and not busy. */
export function watchForRelease(isWriting: () => boolean): void {
  isBusy = isWriting;
  const note = ({ target }: Event) => {
    if (target instanceof HTMLElement) target.dataset.used = '';
  };
  for (const event of ['input', 'drop']) addEventListener(event, note, true);
  document.addEventListener('visibilitychange', reloadUnseen);
}

/** Asks the server whether it still has a file of this page's code; a release has replaced one that is gone. */
export async function findNewRelease(file: string = import.meta.url): Promise<void> {
  const response = await fetch(file, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (response?.status !== 404) return;
  isOld = true;
  reloadUnseen();
}
