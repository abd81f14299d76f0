import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '../server/testing/product.ts';

/** Links of the account service that were mailed to an address, once one has come. */
export async function linksTo(product: Product, email: string): Promise<URL[]> {
  const outbox = join(product.server.dataDir, 'outbox');
  for (let tries = 0; tries < 600; tries += 1) {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
    const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    const links = mails
      .filter((mail) => mail.includes(`To: ${email}`))
      .flatMap((mail) =>
        Array.from(
          textOf(mail).matchAll(/https?:\/\/\S+\/verify\?\S+/g),
          ([link]) => new URL(link),
        ),
      );
    if (links.length > 0) return links;
    // A job writes it.
    await product.rows('select pg_sleep(0.1)');
  }
  throw new Error(`no link was mailed to ${email}`);
}

/** The plain text of a message. */
function textOf(message: string): string {
  const [, head = '', body = ''] =
    /\n(Content-Type: text\/plain[^]*?)\n\n([^]*?)\n--/.exec(message) ?? [];
  if (/: base64/.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/: quoted-printable/.test(head)) return body;
  return Buffer.from(
    body
      .replaceAll('=\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString();
}
