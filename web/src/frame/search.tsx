import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { SearchIcon } from '../ui/icons.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const SearchDialog = lazyPart(() => import('./search-dialog.tsx'));

/** The search over all that a company or an agency has: a field in the header, and Ctrl K on each of its screens. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // The key itself: on an Arabic keyboard it writes another letter.
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.code !== 'KeyK') return;
      event.preventDefault();
      // Not over another dialog: what is typed there would be left behind.
      if (!document.querySelector('[role=dialog], [role=alertdialog]')) setOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
        onPointerEnter={SearchDialog.preload}
        onFocus={SearchDialog.preload}
        className="flex min-h-11 cursor-pointer items-center gap-2 rounded-sm text-ink-soft hover:text-ink max-xl:size-11 max-xl:justify-center max-xl:hover:bg-sunk xl:mx-2 xl:min-h-9 xl:w-60 xl:border xl:border-line-strong xl:bg-raised xl:px-3 xl:text-sm"
      >
        <SearchIcon className="size-5 xl:size-4" />
        <span className="max-xl:sr-only">
          <Trans>Search</Trans>
        </span>
        <span aria-hidden="true" className="ms-auto text-sm text-ink-faint max-xl:hidden">
          <kbd dir="ltr" className="font-sans">
            Ctrl K
          </kbd>
        </span>
      </button>
      {isOpen ? <SearchDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
