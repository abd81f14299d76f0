import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import chromium from '@sparticuz/chromium';

/** The machine's own Chromium; on a machine without one, the binary that npm brings. */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = [
    process.env.CHROMIUM_PATH ?? '',
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => path !== '' && existsSync(path));
  // Chromium's sandbox refuses to run as root. A graphics card that the processor plays takes a third of its time.
  const own = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  if (installed) return { executablePath: installed, args: own };
  const unusable = new Set(['--single-process', '--headless=shell', "--headless='shell'"]);
  const args = chromium.args.filter((argument) => !unusable.has(argument));
  return {
    executablePath: await chromium.executablePath(),
    args: [...new Set([...args, ...own])],
  };
}
