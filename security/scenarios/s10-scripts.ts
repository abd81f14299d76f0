import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from '#e2e/find-browser.ts';
import { scenario } from '../../reliability/scenario.ts';
import { openSite, type Site } from '../site.ts';
import { fillTexts } from '../texts.ts';

const run = 'alert(1)';
/** What runs a script where markup is read. */
const vectors = [
  `<script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<svg onload=${run}>`,
  `<body onload=${run}>`,
  `<iframe srcdoc="<script>${run}</script>">`,
  `<a href="javascript:${run}" id=x>x</a>`,
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<math><mi xlink:href="javascript:${run}">x</mi></math>`,
  `<style>@import'javascript:${run}'</style>`,
  `<object data="javascript:${run}">`,
  `<form action="javascript:${run}"><button>x`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<video><source onerror=${run}>`,
  `javascript:${run}//`,
  `data:text/html,<script>${run}</script>`,
  `{{constructor.constructor('${run}')()}}`,
  `\${${run}}`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
];
/** What leaves the place where the text stands. */
const breakouts = [
  '',
  '">',
  "'>",
  '</title>',
  '</textarea>',
  '-->',
  '</script>',
  '`',
  ']]>',
  '" onmouseover=alert(1) x="',
];

const payloads = breakouts.flatMap((breakout) => vectors.map((vector) => breakout + vector));

/** Makes texts of as many scripts as fit, one after another. */
function scriptsFrom(first: number, used: Set<string>): (maxLength: number) => string {
  let next = first;
  return (maxLength) => {
    let text = '';
    for (;;) {
      const payload = payloads[next % payloads.length]!;
      if (text.length + payload.length + 1 > Math.min(maxLength, 190)) break;
      text += `${payload} `;
      used.add(payload);
      next += 1;
    }
    return text.trim() || vectors[1]!;
  };
}

const screens = {
  company: [
    'dashboard/company tickets tickets/:waiting tickets/:active tickets/:active/documents payments payments/requests',
    'payments/received payments/by-month documents profile/company budget account-statement settings notifications help',
  ],
  agency: [
    'dashboard/agency tickets tickets/:waiting payouts payouts/remittances documents profile/agency',
    'settings notifications help',
  ],
  staff: [
    'operations operations/approvals operations/payouts operations/credit-policy operations/refunds operations/iban-changes',
    'operations/payments operations/companies operations/companies/:company operations/budget-requests operations/privacy',
    'operations/system operations/help-messages operations/reviews operations/stopped-payouts operations/agencies',
    'operations/agencies/:agency operations/transfer-reports operations/bank-statements operations/virtual-ibans',
    'operations/overdue operations/tickets/:active operations/journal operations/portfolio operations/staff',
    'operations/audit operations/notifications operations/find?text=a',
  ],
} as const;

export default scenario({
  id: 'S10',
  title: 'scripts in every text field, and the headers of every response',
  small: { rounds: 1 },
  full: { rounds: 60 },
  async run({ rounds }, outcome) {
    const site = await openSite();
    // The browser has the real clock.
    site.clock.set(new Date().toISOString());
    outcome.expectNone(await headersOf(site));
    const browser = await chromium.launch(await findBrowser());
    try {
      let [typed, taken, opened] = [0, 0, 0];
      const used = new Set<string>();
      for (let round = 0; round < rounds; round += 1) {
        const filled = await fillTexts(site, scriptsFrom(round * 37, used));
        typed += filled.typed;
        taken += filled.taken;
        for (const role of ['company', 'agency', 'staff'] as const) {
          const shown = await openScreens(browser, site, role);
          opened += shown.count;
          outcome.expectNone(shown.found);
        }
      }
      const planted = await browser.newPage();
      const found = watch(planted);
      await planted.setContent(payloads[1]!);
      await planted.waitForFunction(() => document.images[0]?.complete);
      outcome.expectNoticed('a script that runs', found);
      return `${used.size} of ${payloads.length} scripts in ${typed} texts, ${taken} requests taken, ${opened} screens opened, ${outcome.breaches.length} executions`;
    } finally {
      await browser.close();
    }
  },
});

/** Opens the screens of a party, in Chromium, signed in. */
async function openScreens(browser: Browser, site: Site, role: keyof typeof screens) {
  const actor = site.fixture[role];
  await actor.token();
  const { data } = await actor.auth.getSession();
  const context = await browser.newContext({ baseURL: site.url });
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key!, value!),
    ['hamla.session', JSON.stringify(data.session)],
  );
  const page = await context.newPage();
  const found = watch(page);
  const { waiting, active, agency_id } = site.fixture;
  const paths = screens[role]
    .flatMap((line) => line.split(' '))
    .map((path) =>
      path
        .replace(':waiting', waiting.ticket_number)
        .replace(':active', active.ticket_number)
        .replace(':company', active.company_id)
        .replace(':agency', agency_id),
    );
  for (const path of paths) {
    await page.goto(`/${path}`);
    await page.waitForLoadState('load');
    await page
      .locator('h1')
      .first()
      .waitFor({ timeout: 30_000 })
      .catch(() => found.push(`/${path} shows nothing`));
    // What only a pointer or a focus would start.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll(
        '[onerror],[onload],[onmouseover],[onfocus],[ontoggle]',
      ))
        element.dispatchEvent(new Event('mouseover'));
    });
    const hostile = await page
      .locator('a[href^="javascript:" i], a[href^="data:text/html" i]')
      .count();
    if (hostile > 0) found.push(`/${path} has a link to a script`);
  }
  await context.close();
  return { count: paths.length, found };
}

/** Lists what runs on a page or is stopped only by its content security policy. */
function watch(page: import('playwright-core').Page): string[] {
  const found: string[] = [];
  page.on('dialog', (dialog) => {
    found.push(`${page.url()} ran a script`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    const text = message.text();
    if (/Content Security Policy/i.test(text)) found.push(`${page.url()}: ${text.slice(0, 200)}`);
  });
  return found;
}

/** Responses of each kind, whose headers a browser needs. */
async function headersOf(site: Site): Promise<string[]> {
  const home = await (await fetch(site.url)).text();
  const assets = Array.from(
    home.matchAll(/(?:href|src)="(\/[^"]+\.(?:js|css|woff2|png|svg|ico))"/g),
    ([, path]) => path!,
  );
  const paths = [
    ...'/ /ar /signin /dashboard/company /no-such-page /robots.txt /sitemap.xml /healthz /readyz'.split(
      ' ',
    ),
    ...'/api/openapi.json /api/company /api/nothing /api/%ff /api/due-dates/x.ics /files/nothing'.split(
      ' ',
    ),
    ...'/auth/v1/settings /auth/v1/nothing /auth/v1/.well-known/jwks.json'.split(' '),
    ...assets.slice(0, 12),
  ];
  const found: string[] = [];
  for (const path of paths) {
    const { headers, status } = await fetch(site.url + path);
    const type = headers.get('content-type') ?? '';
    const lacks = (name: string, wanted: RegExp) => {
      const value = headers.get(name) ?? '';
      if (!wanted.test(value)) found.push(`${path} (${status}) has ${name}: ${value}`);
    };
    lacks('x-content-type-options', /^nosniff$/);
    // Scripts, styles and fonts are no documents: nothing frames them.
    if (!/javascript|css|font|image/.test(type)) {
      lacks('content-security-policy', /frame-ancestors 'none'/);
      lacks('content-security-policy', /object-src 'none'/);
      lacks('content-security-policy', /base-uri 'none'/);
      lacks('x-frame-options', /^DENY$/);
      lacks('referrer-policy', /./);
    }
  }
  return found;
}
