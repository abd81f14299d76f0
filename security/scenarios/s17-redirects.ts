import { hostileRedirects } from '../../server/src/accounts/hostile-redirects.testing.ts';
import { scenario } from '../../reliability/scenario.ts';
import { linksTo } from '../mailbox.ts';
import { openProduct } from '../site.ts';

const site = 'https://hamla.sa';

export default scenario({
  id: 'S17',
  title: 'hostile redirect_to',
  small: { mails: 6 },
  full: { mails: 1000 },
  async run({ mails }, outcome) {
    const product = await openProduct({
      SITE_URL: site,
      REDIRECT_ALLOW_LIST: 'https://partner.example/app',
      TRUST_PROXY: 'true',
      EMAIL_CONFIRMATION: 'on',
    });
    let sender = 0;
    const from = () => ({ 'x-forwarded-for': `198.51.100.${(sender += 1) % 250}` });
    /** Where a click on a mailed link leads with this wish, with a token that is good for nothing. */
    const target = async (wish: string) => {
      const query = new URLSearchParams({ token: 'x', type: 'signup', redirect_to: wish });
      const response = await fetch(`${product.url}/auth/v1/verify?${query}`, {
        redirect: 'manual',
        headers: from(),
      });
      return response.headers.get('location') ?? `status ${response.status}`;
    };
    for (const wish of hostileRedirects) outcome.expectNone(elsewhere(wish, await target(wish)));
    const mailed = hostileRedirects.slice(0, mails);
    for (const [n, wish] of mailed.entries()) {
      const email = `wish-${n}@example.sa`;
      const response = await fetch(
        `${product.url}/auth/v1/signup?${new URLSearchParams({ redirect_to: wish })}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...from() },
          body: JSON.stringify({ email, password: 'oryx-palm-71', data: { role: 'company' } }),
        },
      );
      outcome.expect(response.status < 500, `sign-up answers ${response.status} to ${wish}`);
      if (!response.ok) continue;
      for (const link of await linksTo(product, email))
        outcome.expectNone(elsewhere(wish, link.searchParams.get('redirect_to') ?? site));
    }
    outcome.expectNoticed('a redirect to another site', elsewhere('x', 'https://evil.example/'));
    return `${hostileRedirects.length} wishes and ${mailed.length} mailed links, ${outcome.breaches.length} open redirects`;
  },
});

const elsewhere = (wish: string, target: string) =>
  URL.canParse(target) && new URL(target).origin === site
    ? []
    : [`${JSON.stringify(wish.slice(0, 80))} leads to ${target}`];
