import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import chromium from '@sparticuz/chromium';

/**
 * CHROMIUM_PATH; or the binary that npm brings, for Linux on x64: it has no windows to draw, which takes two thirds of the
 * processor's time; or the machine's own Chromium.
 */
export async function findBrowser(): Promise<{ executablePath: string; args: string[] }> {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isNpms = process.platform === 'linux' && process.arch === 'x64';
  const installed = [
    process.env.CHROMIUM_PATH ?? '',
    ...(isNpms ? [] : folders.flatMap((folder) => names.map((name) => join(folder, name)))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => path !== '' && existsSync(path));
  // Chromium's sandbox refuses to run as root. Software rendering of graphics takes a third of the processor's time, and a
  // process that waits for the next page of a site, isolated from others that there are none of, a tenth.
  const own = [
    '--disable-gpu',
    '--disable-site-isolation-trials',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  if (installed) return { executablePath: installed, args: own };
  // A page must not be allowed more than in the browsers of people.
  const unusable = new Set([
    '--single-process',
    '--headless=shell',
    "--headless='shell'",
    '--disable-web-security',
    '--allow-running-insecure-content',
  ]);
  const args = chromium.args.filter((argument) => !unusable.has(argument));
  return {
    executablePath: await chromium.executablePath(),
    args: [...new Set([...args, ...own])],
  };
}
