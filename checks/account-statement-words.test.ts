import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountStatementWords } from '#server/documents/account-statement-words.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('a statement of account calls its lines the same on the screen, on paper and in a file, in both languages', () => {
  const screen = read('web/src/documents/use-line-word.ts');
  const arabic = read('web/locales/ar/documents.po');
  for (const [kind, { en, ar }] of Object.entries(accountStatementWords)) {
    expect(screen).toContain(`${kind}: t\`${en}\``);
    expect(arabic).toContain(`msgid "${en}"\nmsgstr "${ar}"`);
  }
});
