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

/** The amounts, dates, references and IBANs that it would have translated. */
export const translatedFigures = (page: Page): Promise<string[]> =>
  page
    .locator('font > font')
    .evaluateAll((fonts) =>
      fonts
        .map((font) => font.textContent)
        .filter((text) =>
          /SAR[\s\u00a0][\d,]+\.\d|\b(HM|PR)-\d|\bSA\d{2}|\b\d{1,2} \p{L}+ 20\d\d\b|\b20\d\d-\d\d\b/u.test(
            text,
          ),
        ),
    );
