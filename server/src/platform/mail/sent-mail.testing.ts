import { globSync, readFileSync } from 'node:fs';

/** A text of a mail as it was sent, decoded: its plain text or its HTML. */
export function partOf(sent: string, type: 'plain' | 'html' = 'plain'): string {
  const source = sent.replaceAll('\r\n', '\n');
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? '';
  const [, head = '', body = ''] =
    new RegExp(`\n(Content-Type: text/${type}[^]*?)\n\n([^]*?)\n--${boundary}`).exec(source) ?? [];
  if (/: base64/.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/: quoted-printable/.test(head)) return body;
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** What a product without SMTP has sent, oldest first, without the marks of each text's direction. */
export const outboxOf = (dataDir: string): { to: string; text: string }[] =>
  globSync(`${dataDir}/outbox/*.eml`)
    .toSorted()
    .map((file) => {
      const source = readFileSync(file, 'utf8');
      const to = /^To: (.*)$/m.exec(source)?.[1]?.trim() ?? '';
      return { to, text: partOf(source).replaceAll(/[\u2066\u2069]/g, '') };
    });
