import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { drawn, type Look } from './matrix.ts';
import type { Screen } from './screen.ts';

/** WCAG 2.2 AA, and what axe calls best practices. */
const standards = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22a',
  'wcag22aa',
  'best-practice',
];

/**
 * What is wrong with the screen a page shows, in sentences; none is what a release needs. Narrower windows are looked
 * at last: 320 px (WCAG 1.4.10, reflow) on the phone, 640 px (1280 at 200%) on a computer.
 */
export async function problemsOf(page: Page, screen: Screen, look: Look): Promise<string[]> {
  const problems = [
    ...(await axeProblems(page, screen)),
    ...(await languageProblems(page, look)),
    ...(await turnedPlaceholders(page)),
    ...(await shapeProblems(page)),
  ];
  const width = look.width === 360 ? 320 : 640;
  await page.setViewportSize({ width, height: 640 });
  // Floating elements get their new position in the next frame.
  await drawn(page);
  const narrow = await shapeProblems(page);
  return [...problems, ...narrow.filter((one) => !problems.includes(one))].map(
    (one) => `${one}${narrow.includes(one) && !problems.includes(one) ? ` (at ${width} px)` : ''}`,
  );
}

/** Whether all that can be read stands out from what is behind it, in the theme that the page shows now. */
export async function contrastProblems(page: Page): Promise<string[]> {
  return violationsOf(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
}

function axeProblems(page: Page, { isOverlay }: Screen): Promise<string[]> {
  // What lies over the page is a dialog or a list of its own, outside the landmarks of the page below.
  const axe = new AxeBuilder({ page })
    .withTags(standards)
    // React Aria speaks of a pending button by its id for seven seconds, also when the button has gone by then.
    .exclude('[data-live-announcer]')
    .disableRules(isOverlay ? ['region'] : []);
  return violationsOf(axe);
}

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `axe ${id}: ${shortOf(html)} ${any[0]?.message ?? ''}`.trim()),
  );
}

/** Long class lists hide what an element is; ids differ from one opening to the next. */
const shortOf = (html: string) =>
  html
    .replaceAll(/\s(class|style|d|id|for|aria-(labelledby|describedby|controls))="[^"]*"/g, '')
    .slice(0, 160);

async function languageProblems(page: Page, { language }: Look): Promise<string[]> {
  const [lang, dir] = await page
    .locator('html')
    .evaluate((html: HTMLElement) => [html.lang, html.dir]);
  const wanted = language === 'ar' ? 'rtl' : 'ltr';
  if (lang === language && dir === wanted) return [];
  return [`the document says ${lang} and ${dir}, not ${language} and ${wanted}`];
}

/** Arabic words that an empty field shows as if they were English: a figure at their beginning stands at their end. */
function turnedPlaceholders(page: Page): Promise<string[]> {
  return page.locator(':is(input, textarea):placeholder-shown').evaluateAll((fields) =>
    fields
      .filter((field) => getComputedStyle(field).direction === 'ltr')
      .map((field) => field.getAttribute('placeholder') ?? '')
      .filter((words) => /\p{Script=Arabic}/u.test(words))
      .map((words) => `"${words}" is written from the left`),
  );
}

/** Content that leaves the window sideways, and text that is cut off with no way to read the rest. */
function shapeProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      found.push(`the page scrolls sideways by ${scrollWidth - clientWidth} px`);
    }
    const nameOf = (element: Element) =>
      `<${element.tagName.toLowerCase()}> "${(element.textContent ?? '').trim().slice(0, 40)}"`;
    /** Words for those who hear are cut away on purpose, or stand beside the sign that is drawn for them. */
    const isForEars = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const { clipPath, textIndent } = getComputedStyle(element);
      return width <= 1 || height <= 1 || clipPath !== 'none' || Number.parseFloat(textIndent) > 0;
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (!(element instanceof HTMLElement) || isForEars(element)) continue;
      const style = getComputedStyle(element);
      if (style.visibility === 'hidden' || !element.checkVisibility()) continue;
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      const isCut =
        (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
        (style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 1);
      const canScroll = ['auto', 'scroll'].includes(style.overflowX);
      const isField = element.matches('input, textarea');
      if (isCut && canScroll && !isField) found.push(`${nameOf(element)} scrolls sideways`);
      const isShortened = isCut && (hasText || style.textOverflow === 'ellipsis');
      const canBeRead = element.closest('[title]') !== null;
      if (isShortened && !canScroll && !isField && !canBeRead) {
        found.push(`the text of ${nameOf(element)} is cut off`);
      }
      if (!hasText || canBeRead) continue;
      const box = element.getBoundingClientRect();
      const outside = box.left < -1 || box.right > clientWidth + 1;
      if (outside && box.bottom > 0 && style.position !== 'absolute') {
        found.push(`${nameOf(element)} stands outside the window`);
      }
    }
    return [...new Set(found)];
  });
}
