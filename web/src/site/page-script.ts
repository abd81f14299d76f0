/** The script of every page of content: language, theme, menu, and what else the page asks for once it is seen. */
const root = document.documentElement;
const menu = document.querySelector<HTMLDetailsElement>('[data-menu]');

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing still changes its colours for this page; the address carries the language.
  }
}

for (const toggle of document.querySelectorAll<HTMLElement>('[data-theme-toggle]')) {
  toggle.hidden = false;
  toggle.addEventListener('click', () => {
    const dark =
      root.dataset.theme === 'dark' ||
      (!root.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset.theme = dark ? 'light' : 'dark';
    keep('hamla.theme', root.dataset.theme);
  });
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]')) {
  link.addEventListener('click', () => {
    link.href = link.pathname + location.search + location.hash;
    keep('hamla.language', link.dataset.language!);
  });
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && menu?.open) {
    menu.open = false;
    menu.querySelector('summary')!.focus();
  }
});

document.addEventListener('click', ({ target }) => {
  if (!menu?.open || !(target instanceof Element)) return;
  if (!menu.contains(target) || target.closest('a')) menu.open = false;
});

/** A part with a script of its own (`data-script`, its address) fetches it when it comes into view, not before. */
const inView = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting || !(target instanceof HTMLElement)) continue;
    inView.unobserve(target);
    const script = document.createElement('script');
    script.src = target.dataset.script!;
    document.head.append(script);
  }
});

for (const part of document.querySelectorAll('[data-script]')) inView.observe(part);
