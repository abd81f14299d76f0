/** The script of every page of content: language, theme, menu, and what else the page asks for once it is seen. */
import { addManifestLink } from '../ui/manifest-link.ts';

const root = document.documentElement;
const menu = document.querySelector<HTMLDetailsElement>('[data-menu]');

function keep(key: string, value: string, isChosen = true): void {
  try {
    if (isChosen || localStorage.getItem(key) === null) localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing still changes its colours for this page; the address carries the language.
  }
}

/** Pictures follow the chosen theme too, of which no media query knows. */
function showPictures(): void {
  const { theme } = root.dataset;
  if (!theme) return;
  for (const dark of document.querySelectorAll('source'))
    dark.media = theme === 'dark' ? 'all' : 'not all';
}
showPictures();

for (const toggle of document.querySelectorAll<HTMLElement>('[data-theme-toggle]')) {
  toggle.hidden = false;
  toggle.addEventListener('click', () => {
    const dark =
      root.dataset.theme === 'dark' ||
      (!root.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset.theme = dark ? 'light' : 'dark';
    keep('hamla.theme', root.dataset.theme);
    showPictures();
  });
}

/** Where this very address stands in the other language, also one that leads to no page; never at another host. */
function twin(language: string): string {
  const { pathname } = location;
  if (language === 'en') return `/${pathname.slice('/ar'.length).replace(/^\/+/, '')}`;
  return `/${language}${pathname === '/' ? '' : pathname}`;
}

for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-language]')) {
  const choose = () => {
    const language = link.dataset.language!;
    link.href = twin(language) + location.search + location.hash;
    keep('hamla.language', language);
  };
  link.addEventListener('click', choose);
  // The middle button opens a tab of its own, which the language kept so far would lead back here.
  link.addEventListener('auxclick', ({ button }) => {
    if (button === 1) choose();
  });
}

// Who goes on to sign up or in reads on in the language of the page, there and in what is mailed; a choice made stands.
for (const link of document.querySelectorAll('a[href^="/sign"]')) {
  const readOn = () => keep('hamla.language', root.lang, false);
  link.addEventListener('click', readOn);
  link.addEventListener('auxclick', readOn);
}

/** Who is signed in on this device, followed in other tabs and where a page comes back from the browser's memory. */
function tellMember(): void {
  let email: string | undefined;
  try {
    email = JSON.parse(localStorage.getItem('hamla.session') ?? 'null')?.user?.email;
  } catch {
    // A browser that stores nothing keeps no session either.
  }
  root.toggleAttribute('data-member', email !== undefined);
  for (const place of document.querySelectorAll<HTMLElement>('[data-member-email]')) {
    place.textContent = place.title = email ?? '';
  }
}
tellMember();
addEventListener('storage', ({ key }) => key === 'hamla.session' && tellMember());
addEventListener('pageshow', ({ persisted }) => persisted && tellMember());

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

function fetchScript(part: HTMLElement): void {
  inView.unobserve(part);
  const { script } = part.dataset;
  if (!script) return;
  delete part.dataset.script;
  const element = document.createElement('script');
  element.src = script;
  document.head.append(element);
}

/**
 * A part with a script of its own (`data-script`, its address) fetches it when it comes into view, or when the keyboard
 * enters it. Its first lines at the foot of the window are not yet a view of it.
 */
const inView = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) fetchScript(target as HTMLElement);
    }
  },
  { rootMargin: '0px 0px -25% 0px' },
);

for (const part of document.querySelectorAll<HTMLElement>('[data-script]')) {
  inView.observe(part);
  part.addEventListener('focusin', () => fetchScript(part), { once: true });
}

addEventListener('load', addManifestLink);
