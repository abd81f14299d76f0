/** The height that a toast of three lines has at most, px. */
const TOAST_HEIGHT = 120;
const TOAST_WIDTH = 356;
/** Between a toast and what stands beside it, px. */
const GAP = 8;
/** Below this width of the window a toast is as wide as the window, px: sonner's own bound. */
const NARROW = 600;

/** What stands at the foot of a window and stays there. */
const footBars = '[data-tab-bar], [data-choice-bar]';

/** Keeps toasts below the header while it is in view, and above the bars at the foot: as custom properties of the page. */
export function placeToasts(): void {
  const { style } = document.documentElement;
  style.setProperty('--toast-top', `${topOfToasts()}px`);
  const bars = Array.from(document.querySelectorAll(footBars), (bar) => bar.getBoundingClientRect())
    .filter(({ height }) => height > 0)
    .map(({ top }) => top);
  style.setProperty('--toast-bottom', `${innerHeight - Math.min(innerHeight, ...bars) + GAP}px`);
}

/** The end of the window at which a toast does not cover the control that was used last: the upper one, if it can be. */
export function endOfToast(): 'top' | 'bottom' {
  const control = document.activeElement;
  if (!control || control === document.body) return 'top';
  const { top, bottom, left, right } = control.getBoundingClientRect();
  const from = topOfToasts();
  const isBeside =
    innerWidth >= NARROW &&
    (document.documentElement.dir === 'rtl'
      ? left > TOAST_WIDTH + 4 * GAP
      : right < innerWidth - TOAST_WIDTH - 4 * GAP);
  return isBeside || bottom < from || top > from + TOAST_HEIGHT + GAP ? 'top' : 'bottom';
}

/** Where the first toast begins: below what can be seen of the page's header. */
function topOfToasts(): number {
  const header = document.querySelector('header')?.getBoundingClientRect();
  return Math.max(0, header?.bottom ?? 0) + GAP;
}
