import { useEffect } from 'react';

/**
 * Where a change of the screen takes away what has the focus (a screen that is replaced, a ticket that leaves its
 * list), the focus goes to what stood round it, else to the beginning of the content, or to what inside it is marked
 * `data-takes-focus`: it is never lost, and the next Tab leads on from where the person was.
 */
export function useRestoreFocus(): void {
  useEffect(() => {
    let lost: Element | null = null;
    /** Outwards. */
    let around: HTMLElement[] = [];
    let frame = 0;

    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      lost = target;
      around = [];
      const places = 'section, article, main';
      let place = target.parentElement?.closest<HTMLElement>(places);
      while (place) {
        around.push(place);
        place = place.parentElement?.closest<HTMLElement>(places);
      }
    };
    const restore = () => {
      if (!lost || lost.isConnected || document.activeElement !== document.body) return;
      const whole = around.find((one) => one.isConnected) ?? document.getElementById('content');
      if (!whole) return;
      const place = whole.querySelector<HTMLElement>('[data-takes-focus]') ?? whole;
      if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
      place.style.outline = 'none';
      place.focus({ preventScroll: true });
    };
    // A dialog gives the focus back by itself, a frame after it has closed.
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(restore)));
    };

    const changes = new MutationObserver(later);
    changes.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      changes.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', remember);
    };
  }, []);
}
