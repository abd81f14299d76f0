import { globSync, readFileSync } from 'node:fs';
import type { Product } from './product.ts';

/** The plain texts of what was sent, read from the outbox. */
export function mailsOf({ server }: Product): { to: string; text: string }[] {
  return globSync(`${server.dataDir}/outbox/*.eml`).map((file) => {
    const message = readFileSync(file, 'utf8');
    const [, head = '', body = ''] =
      /\n(Content-Type: text\/plain[^]*?)\r?\n\r?\n([^]*?)\r?\n--/.exec(message) ?? [];
    const bytes = /: base64/.test(head)
      ? Buffer.from(body, 'base64')
      : Buffer.from(
          body
            .replaceAll(/=\r?\n/g, '')
            .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
              String.fromCharCode(parseInt(code, 16)),
            ),
          'latin1',
        );
    return {
      to: /^To: (.*)$/m.exec(message)?.[1]?.trim() ?? '',
      text: bytes.toString('utf8').replaceAll(/[\u2066\u2069]/g, ''),
    };
  });
}
