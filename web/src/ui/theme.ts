/** Where the chosen theme is stored; first-paint.ts and site/page-script.ts use the same key. */
const key = 'hamla.theme';

export type Theme = 'system' | 'light' | 'dark';

export function readTheme(): Theme {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies and remembers a theme on this device; `system` follows the device again. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(key);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(key, theme);
    document.documentElement.dataset.theme = theme;
  }
}

/** Light or dark, as the person sees it now. */
export function shownTheme(): 'light' | 'dark' {
  const theme = readTheme();
  if (theme !== 'system') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
