import type { Page } from '@playwright/test';

/**
 * Does to the page what a translator of a browser does, now and again after each change: each text moves into a
 * `<font><font>` of its own, and its node, which React holds, is taken out. The words stay.
 */
export const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const translateTexts = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const element = text.parentElement!;
        if (!text.data.trim() || !element.translate) continue;
        if (element.closest('script, style, textarea, font')) continue;
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    translateTexts();
    new MutationObserver(translateTexts).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });

/** The amounts, dates, references and IBANs that can be seen and that it would have translated. */
export const translatedFigures = (page: Page): Promise<string[]> =>
  page
    .locator('font > font:not(.sr-only *, option *)')
    .evaluateAll((fonts) =>
      fonts
        .map((font) => font.textContent)
        .filter((text) =>
          /SAR[\s\u00a0](?![01]\.00)[\d,]+\.\d|\b(HM|PR)-\d|\bSA\d{2}|\b\d{1,2} \p{L}+ 20\d\d\b|\b20\d\d-\d\d\b/u.test(
            text,
          ),
        ),
    );

/**
 * All that a page says but for messages that go away again and secrets of a second factor, without the white space that depends
 * on the layout.
 */
export const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    for (const toaster of document.querySelectorAll<HTMLElement>('[data-sonner-toaster]'))
      toaster.style.display = 'none';
    return document.body.innerText.replaceAll(/\s+/g, '').replaceAll(/[A-Z2-7]{32}/g, '');
  });
