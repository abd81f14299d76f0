import { useLingui } from '@lingui/react/macro';
import { IconButton } from './button.tsx';
import { ThemeIcon } from './icons.tsx';
import { setTheme, shownTheme } from './theme.ts';

/** Light ↔ dark, for hydrated screens. */
export function ThemeToggle() {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`Switch between light and dark`}
      onPress={() => setTheme(shownTheme() === 'dark' ? 'light' : 'dark')}
    >
      <ThemeIcon className="size-5" />
    </IconButton>
  );
}

/** The same for pages without React: site/page-script.ts reveals it and gives it its work. */
export function StaticThemeToggle() {
  const { t } = useLingui();
  return (
    <button
      type="button"
      data-theme-toggle
      hidden
      aria-label={t`Switch between light and dark`}
      className="grid size-11 cursor-pointer place-items-center rounded-sm text-ink-soft hover:bg-sunk hover:text-ink [[hidden]]:hidden"
    >
      <ThemeIcon className="size-5" />
    </button>
  );
}
