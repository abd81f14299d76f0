import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { precompress } from './precompress.ts';

test('texts get a Brotli and a gzip form beside them, in every folder; fonts, pages and texts that would grow get none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hamla-precompress-'));
  mkdirSync(join(folder, 'assets'));
  const text = 'advertise now, pay later; '.repeat(100);
  for (const name of ['mark.svg', 'assets/app.js', 'font.woff2', 'index.html']) {
    writeFileSync(join(folder, name), text);
  }
  writeFileSync(join(folder, 'tiny.css'), 'no');
  await precompress(pathToFileURL(`${folder}/`));
  for (const name of ['mark.svg', 'assets/app.js']) {
    const read = (ending: string) => readFileSync(join(folder, `${name}.${ending}`));
    expect(brotliDecompressSync(read('br')).toString()).toBe(text);
    expect(gunzipSync(read('gz')).toString()).toBe(text);
    expect(read('br').length).toBeLessThan(text.length);
  }
  for (const name of ['font.woff2', 'index.html', 'tiny.css']) {
    expect(existsSync(join(folder, `${name}.br`))).toBe(false);
  }
  rmSync(folder, { recursive: true });
});
