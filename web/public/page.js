// The only script of the content pages: language, theme, menu. Everything on them works without it.
const root = document.documentElement;
const menu = document.querySelector('[data-menu]');

for (const toggle of document.querySelectorAll('[data-theme-toggle]')) {
  toggle.hidden = false;
  toggle.addEventListener('click', () => {
    const dark =
      getComputedStyle(root).colorScheme === 'dark' ||
      (!root.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset.theme = dark ? 'light' : 'dark';
    try {
      localStorage.setItem('hamla.theme', root.dataset.theme);
    } catch {
      // A browser that keeps nothing still changes its colours for this page.
    }
  });
}

for (const link of document.querySelectorAll('[data-language]')) {
  link.addEventListener('click', () => {
    link.href = link.pathname + location.search + location.hash;
    try {
      localStorage.setItem('hamla.language', link.dataset.language);
    } catch {
      // The address alone carries the language then.
    }
  });
}

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && menu?.open) {
    menu.open = false;
    menu.querySelector('summary').focus();
  }
});

document.addEventListener('click', (event) => {
  if (menu?.open && (!menu.contains(event.target) || event.target.closest('a'))) menu.open = false;
});
