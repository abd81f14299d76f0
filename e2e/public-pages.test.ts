import type { Locator, Page } from '@playwright/test';

import { contentPages } from '#api/content-pages.ts';

import { newPerson } from './people.ts';
import { expect, test } from './product.ts';

/** The heading of each page, in English and in Arabic. */
const headings: Record<(typeof contentPages)[number], [english: string, arabic: string]> = {
  '/': ['Advertise now, pay later.', 'أعلن الآن وادفع لاحقًا'],
  '/how-we-work': ['How We Work', 'كيف نعمل'],
  '/for-companies': ['The season will not wait for your cash.', 'الموسم لا ينتظر السيولة.'],
  '/for-agencies': ['Paid for the work, not for the waiting.', 'أجرك على العمل، لا على الانتظار.'],
  '/about-us': ['About Us', 'من نحن'],
  '/privacy': ['Privacy Policy', 'سياسة الخصوصية'],
  '/terms': ['Terms of Service', 'الشروط والأحكام'],
};

/** SPEC section 1: what the marketing copy promises, in the answers to the questions. */
const promises = [
  'no upfront payment, 0% interest and no hidden fees',
  'preliminary budget appears within minutes',
  'the final one within about 24 hours',
  'based in Saudi Arabia with a commercial registration',
  'After the approval you sign a promissory note',
  'Personal data and documents are encrypted and handled under the Saudi Personal Data Protection Law',
];

/** What agencies are promised of a company's repaying, in the same words on each of these pages. */
const payoutPromise = [
  /What we have sent to the bank is the agency's.* Before that we may stop a payment/,
  /ما أرسلناه إلى البنك هو حق للوكالة.* وقبل ذلك قد نوقف صرف المستحقات/,
] as const;
const pagesWithPromise: string[] = ['/about-us', '/for-agencies', '/terms'];

const twinOf = (path: string) => (path === '/' ? '/ar' : `/ar${path}`);
const arabicPages = contentPages.map(twinOf);

/** The address that the page's language switch leads to. */
function twinsOf(page: Page): Promise<string[]> {
  return page
    .locator('a[data-language]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  const pages = contentPages.flatMap((path) => {
    const [english, arabic] = headings[path];
    return [[path, english] as const, [twinOf(path), arabic] as const];
  });
  test('without JavaScript each public page is complete, and every link leads to a page that exists, in the language of the page', async ({
    page,
    request,
  }) => {
    const targets = new Set<string>();
    for (const [path, heading] of pages) {
      await test.step(`${path} reads completely`, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
        await expect(page.getByRole('contentinfo')).toContainText('© 2025');
        const [english, arabic] = payoutPromise;
        if (pagesWithPromise.includes(path)) await expect(page.locator('main')).toHaveText(english);
        if (pagesWithPromise.map(twinOf).includes(path))
          await expect(page.locator('main')).toHaveText(arabic);
        const own = page.locator('a[href^="/"]:not([data-language])');
        const found = await own.evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
        const content = found.filter((to) => !/^\/(signin|signup|auth\/resolve)/.test(to));
        const isArabic = (to: string) => /^\/ar(?=[/#]|$)/.test(to);
        expect(content.filter((to) => isArabic(to) !== path.startsWith('/ar'))).toEqual([]);
        for (const to of [...found, ...(await twinsOf(page))]) targets.add(to.replace(/#.*/, ''));
      });
    }
    expect(targets.size).toBeGreaterThan(14);
    for (const to of targets) expect((await request.get(to)).status(), to).toBe(200);
  });

  test('without JavaScript the FAQ has nine questions, and one answer at a time opens and closes', async ({
    page,
  }) => {
    await page.goto('/about-us');
    const questions = page.locator('details[name=faq]');
    await expect(questions).toHaveCount(9);
    for (const promise of promises)
      await expect(questions.filter({ hasText: promise })).toHaveCount(1);
    await questions.nth(0).locator('summary').click();
    await questions.nth(3).locator('summary').click();
    await expect(questions.and(page.locator('[open]'))).toHaveCount(1);
    await expect(questions.nth(3)).toHaveAttribute('open');
    await questions.nth(3).locator('summary').click();
    await expect(questions.and(page.locator('[open]'))).toHaveCount(0);
  });

  test('without JavaScript the menu opens on a phone and leads to every public page, in Arabic as in English, and the language is a link', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/ar');
    await page.getByLabel('القائمة', { exact: true }).first().click();
    const arabic = page.getByRole('navigation', { name: 'القائمة', exact: true });
    await arabic.getByRole('link', { name: 'للوكالات' }).click();
    await expect(page).toHaveURL('/ar/for-agencies');
    await page.getByLabel('القائمة', { exact: true }).first().click();
    await arabic.getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/for-agencies');
    await page.goto('/');
    await page.getByLabel('Menu').first().click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByText('For Agencies').click();
    await expect(page).toHaveURL('/for-agencies');
    for (const [name, path] of [
      ['Privacy Policy', '/privacy'],
      ['Terms of Service', '/terms'],
    ] as const) {
      await page.getByLabel('Menu').first().click();
      await menu.getByRole('link', { name }).click();
      await expect(page).toHaveURL(path);
    }
  });
});

test('without JavaScript the application says that it needs it, and how to reach us', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/signin', '/signup', '/dashboard/company', '/auth/resolve']) {
    await page.goto(path);
    // Playwright's own words for a text do not look inside <noscript>.
    const notice = page.locator('noscript p[lang=en]');
    await expect(notice).toBeVisible();
    await expect(notice).toContainText('need JavaScript.');
    await expect(notice.locator('a[href="mailto:hello@hamla.sa"]')).toBeVisible();
    await expect(page.getByRole('status')).toBeHidden();
  }
});

test('the home page and How We Work explain the steps and link further', async ({ page }) => {
  await test.step('the home page names the three steps and leads to the full process', async () => {
    await page.goto('/');
    for (const step of ['Company Registration', 'Credit Analysis', 'Know Your Budget']) {
      await expect(page.getByRole('heading', { name: step })).toBeVisible();
    }
    await page.getByRole('link', { name: 'See Full Process' }).click();
    await expect(page).toHaveURL('/how-we-work');
  });

  await test.step('How We Work tells the six steps in their order', async () => {
    await expect(page.locator('main ol').getByRole('heading')).toHaveText([
      'Company Registration',
      'Credit Analysis',
      'Know Your Budget',
      'Select Agency',
      'Launch Campaign',
      'Flexible Repayment',
    ]);
    const analysis = page.locator('main ol > li').nth(1);
    for (const words of [
      'AI evaluation: an automated, explained analysis.',
      'no learning model is used.',
      'No credit bureau is asked today; should one be, you are asked for your consent first.',
    ])
      await expect(analysis).toContainText(words);
  });

  await test.step("the home page's questions link to their answers, which open", async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'What does it cost a company?' }).click();
    await expect(page).toHaveURL('/about-us#faq-cost');
    await expect(page.getByText('Nothing beyond the invoice')).toBeVisible();
  });

  await test.step('About Us names the values Trust, Connection and Growth', async () => {
    await expect(page.getByRole('main').getByRole('term')).toHaveText([
      'Trust',
      'Connection',
      'Growth',
    ]);
  });

  await test.step("the home page's Get Started leads to the sign-up", async () => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Get Started' }).first().click();
    await expect(page).toHaveURL('/signup');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up');
  });
});

for (const [path, names, link, type] of [
  [
    '/for-companies',
    ['Launch Instantly', 'Flexible Cash Flow', 'Verified Network'],
    'Sign up as a company',
    'Company',
  ],
  [
    '/for-agencies',
    ['Faster Cash Flow', 'Risk-Free Work', 'Access New Clients'],
    'Join as an agency',
    'Agency',
  ],
] as const) {
  test(`${path} has the headings and calls to action of its readers`, async ({ page }) => {
    const to = `/signup?type=${type.toLowerCase()}`;

    await test.step(`${path} names its three benefits, and each of its buttons leads to its own sign-up`, async () => {
      await page.goto(path);
      await expect(page.locator('main ul').getByRole('heading', { level: 3 })).toHaveText(names);
      const buttons = page.getByRole('main').locator('a[href^="/signup"]');
      expect(
        await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
      ).toEqual([to, to]);
    });

    await test.step(`${path} leads to a sign-up with ${type} chosen`, async () => {
      await page.getByRole('link', { name: link }).click();
      await expect(page).toHaveURL(to);
      await expect(page.getByRole('radio', { name: type })).toBeChecked();
    });
  });
}

/** Classes that the application's style sheet holds, and that the page uses without its own holding them. */
const classesMissing = (page: Page, application: string) =>
  page.evaluate((css) => {
    const selectorsOf = (rules: CSSRuleList): string =>
      Array.from(rules, (rule) =>
        [
          rule instanceof CSSStyleRule ? rule.selectorText : '',
          'cssRules' in rule ? selectorsOf(rule.cssRules as CSSRuleList) : '',
        ].join(' '),
      ).join(' ');
    const whole = new CSSStyleSheet();
    whole.replaceSync(css);
    const known = selectorsOf(whole.cssRules);
    const own = Array.from(document.styleSheets, (sheet) => selectorsOf(sheet.cssRules)).join();
    const has = (selectors: string, name: string) =>
      new RegExp(`\\.${RegExp.escape(CSS.escape(name))}(?![\\w\\\\-])`).test(selectors);
    const used = new Set([...document.querySelectorAll('*')].flatMap((one) => [...one.classList]));
    return [...used].filter((name) => has(known, name) && !has(own, name));
  }, application);

test('each public page carries its own style sheet, links to every other, and runs no application script', async ({
  page,
  request,
}) => {
  const targets = (links: Locator) =>
    links.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]));
  const shell = await (await request.get('/signin')).text();
  const address = /<link rel="stylesheet" href="([^"]+)"/.exec(shell)![1]!;
  const application = await (await request.get(address)).text();
  const scripts: string[] = [];
  page.on('request', (one) => {
    if (one.resourceType() === 'script') scripts.push(new URL(one.url()).pathname);
  });

  await test.step('the navigation leads to every public page, the contact, Log In and Get Started', async () => {
    for (const path of contentPages) {
      await page.goto(path);
      const header = page.getByRole('banner');
      expect(
        await targets(header.getByRole('navigation', { name: 'Main' }).getByRole('link')),
      ).toEqual([
        ['How We Work', '/how-we-work'],
        ['For Companies', '/for-companies'],
        ['For Agencies', '/for-agencies'],
        ['About Us', '/about-us'],
        ['Contact', '/#contact'],
        ['Privacy', '/privacy'],
        ['Terms', '/terms'],
      ]);
      await expect(header.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/signin');
      await expect(header.getByRole('link', { name: 'Get Started' })).toHaveAttribute(
        'href',
        '/signup',
      );
      const footer = page.getByRole('contentinfo').getByRole('link');
      expect(await targets(footer)).toEqual(
        expect.arrayContaining([
          ['Privacy Policy', '/privacy'],
          ['Terms of Service', '/terms'],
        ]),
      );
      // A page's own style sheet holds every class it uses that the application's holds.
      expect(await classesMissing(page, application), path).toEqual([]);
    }
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL('/#contact');
    await expect(page.locator('#contact')).toBeInViewport();
  });

  await test.step('a public page carries no application script', () => {
    const names = new Set(scripts.map((path) => path.replace(/-[\w-]{8}\.js$/, '')));
    expect(names).toContain('/assets/page');
    // The calculator's script loads when the calculator is in view (e2e/site-calculator.test.ts).
    names.delete('/assets/calculator');
    expect([...names]).toEqual(['/assets/page']);
  });

  await test.step('an unknown path answers 404 with a link to the home page', async () => {
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading')).toHaveText('Oops! Page not found');
    expect(await classesMissing(page, application)).toEqual([]);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('the theme chosen on a public page stays on the next page and in the application, and paper is white in any', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/terms');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await test.step('a public page is printed without its navigation, dark on white in any theme', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await page.emulateMedia({ media: 'screen' });
  });
  await page.goto('/signin');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a public page states its title, address, other language and preview for search engines and sharing', async ({
  page,
  baseURL,
  request,
}) => {
  const origin = baseURL!.replace(/\/$/, '');
  const titles = new Set<string>();
  for (const english of contentPages) {
    const arabic = twinOf(english);
    for (const path of [english, arabic]) {
      const html = await (await request.get(path)).text();
      expect(html).not.toContain('origin.invalid');
      await page.setContent(html);
      const head = (selector: string, attribute: string) =>
        page.locator(`head ${selector}`).getAttribute(attribute);
      titles.add(await page.title());
      expect(await head('link[rel=canonical]', 'href')).toBe(origin + path);
      for (const [language, to] of [
        ['en', english],
        ['ar', arabic],
        ['x-default', english],
      ]) {
        const href = await head(`link[rel=alternate][hreflang=${language}]`, 'href');
        expect(href).toBe(origin + to);
      }
      expect(await head('meta[property="og:url"]', 'content')).toBe(origin + path);
      expect(await head('meta[property="og:title"]', 'content')).toBe(await page.title());
      const description = await head('meta[name=description]', 'content');
      expect(description!.length).toBeGreaterThan(50);
      expect(await head('meta[property="og:description"]', 'content')).toBe(description);
      expect(await head('meta[name="twitter:card"]', 'content')).toBe('summary_large_image');
      const picture = await request.get((await head('meta[property="og:image"]', 'content'))!);
      expect(picture.headers()['content-type']).toBe('image/png');
      const size = (await picture.body()).subarray(16, 24);
      expect([size.readUInt32BE(0), size.readUInt32BE(4)]).toEqual([1200, 630]);
    }
  }
  expect(titles.size).toBe(contentPages.length * 2);
});

test('the sitemap lists every page in both languages, and robots.txt leads to it', async ({
  baseURL,
  request,
}) => {
  const origin = baseURL!.replace(/\/$/, '');
  const sitemap = await request.get('/sitemap.xml');
  expect(sitemap.headers()['content-type']).toContain('xml');
  const xml = await sitemap.text();
  const listed = Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => address);
  const pages = [...contentPages, ...arabicPages].map((path) => origin + path);
  expect(listed.toSorted()).toEqual(pages.toSorted());
  expect(xml.match(/hreflang="x-default"/g)).toHaveLength(contentPages.length * 2);
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
  // The application's screens say by themselves that they are no results; so they may be read.
  expect(await (await request.get('/dashboard/company')).text()).toContain('content="noindex"');
  expect(await (await request.get('/')).text()).not.toContain('content="noindex"');
});

test('a whole public page fits into the first round trip of a connection', async ({ request }) => {
  for (const path of [...contentPages, ...arabicPages]) {
    const answer = await request.get(path, { headers: { 'accept-encoding': 'br' } });
    const head = answer.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`);
    const length = Number(answer.headers()['content-length']) + head.join('').length;
    // Ten segments of 1,460 bytes (RFC 6928).
    expect(length, path).toBeLessThanOrEqual(14_600);
  }
});

test('About Us lists its questions for search engines, in each language', async ({ page }) => {
  for (const path of ['/about-us', '/ar/about-us']) {
    await page.goto(path);
    const facts = await page.locator('script[type="application/ld+json"]').textContent();
    const { '@type': type, mainEntity } = JSON.parse(facts!) as {
      '@type': string;
      mainEntity: { name: string; acceptedAnswer: { text: string } }[];
    };
    expect(type).toBe('FAQPage');
    const visible = await page
      .locator('details[name=faq]')
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector('summary')!.textContent,
          one.querySelector('p')!.textContent,
        ]),
      );
    expect(visible).toHaveLength(9);
    expect(mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(
      visible,
    );
  }
});

test('a public page shows from the first frame who is signed in on this device, and links to their dashboard', async ({
  browser,
  product,
}) => {
  const company = await newPerson(product.url, 'company');
  const page = await company.open(browser, '/how-we-work');
  const header = page.getByRole('banner');
  await expect(header.getByText(company.email).first()).toBeVisible();
  await expect(header.getByRole('link', { name: 'Log In' })).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Get Started' })).toHaveCount(0);
  await header.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard/company');

  await test.step('a sign-out in another tab updates the page, also one that is gone back to', async () => {
    const other = await page.context().newPage();
    await other.goto('/about-us');
    await expect(other.getByRole('banner').getByText(company.email).first()).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/signin');
    await expect(other.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
    await expect(other.getByText(company.email)).toHaveCount(0);
  });
  await page.context().close();
});
