import { outboxOf } from '#server/platform/mail/sent-mail.testing.ts';
import type { Product } from '../server/testing/product.ts';

/** Links of the account service that were mailed to an address, once one has come. */
export async function linksTo(product: Product, email: string): Promise<URL[]> {
  for (let tries = 0; tries < 600; tries += 1) {
    const links = outboxOf(product.server.dataDir)
      .filter(({ to }) => to === email)
      .flatMap(({ text }) =>
        Array.from(text.matchAll(/https?:\/\/\S+\/verify\?\S+/g), ([link]) => new URL(link)),
      );
    if (links.length > 0) return links;
    // A job writes it.
    await product.rows('select pg_sleep(0.1)');
  }
  throw new Error(`no link was mailed to ${email}`);
}
