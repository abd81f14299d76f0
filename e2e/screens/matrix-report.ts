import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const folder = 'screenshots';

/** One line a failure, then every problem once with the screens that have it, and as the last line the sum. */
export default class MatrixReport implements Reporter {
  private passed = 0;
  private readonly failed: string[] = [];
  /** Screens and looks by problem. */
  private readonly problems = new Map<string, string[]>();

  onTestEnd(
    { title, retries }: TestCase,
    { status, error, errors, annotations, retry }: TestResult,
  ): void {
    if (status === 'passed') this.passed += 1;
    if (status === 'passed' || retry < retries) return;
    this.failed.push(title);
    const found = annotations.filter(({ type }) => type === 'problem');
    const said = found.length > 0 ? found.map(({ description }) => description ?? '') : [];
    const message = stripVTControlCharacters((error ?? errors[0])?.message ?? status);
    for (const problem of said.length > 0 ? said : [message.split('\n').slice(0, 6).join(' ')]) {
      this.problems.set(problem, [...(this.problems.get(problem) ?? []), title]);
    }
    process.stdout.write(`failed: ${title}\n`);
  }

  onError({ message }: { message?: string }): void {
    this.failed.push('the run itself');
    process.stdout.write(`${message ?? 'unknown error'}\n`);
  }

  onEnd(): void {
    for (const [problem, titles] of this.problems) {
      process.stdout.write(`\n${problem}\n  ${titles.join('\n  ')}\n`);
    }
    if (existsSync(folder)) writeContactSheet();
  }

  onExit(): Promise<void> {
    process.stdout.write(`\n${this.passed} passed, ${this.failed.length} failed\n`);
    return Promise.resolve();
  }
}

/** Every picture on one page, a row a screen. */
function writeContactSheet(): void {
  const rows = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const pictures = readdirSync(`${folder}/${name}`).filter((file) => file.endsWith('.png'));
      const cells = pictures.map(
        (file) =>
          `<figure><a href="${name}/${file}"><img loading="lazy" src="${name}/${file}" alt="${name} ${file}"></a><figcaption>${file.replace('.png', '')}</figcaption></figure>`,
      );
      return `<section><h2>${name}</h2><div>${cells.join('')}</div></section>`;
    });
  const style =
    'body{font:14px sans-serif;margin:24px;background:#ddd}section>div{display:flex;gap:12px;overflow-x:auto;align-items:start}figure{margin:0}img{height:420px;border:1px solid #999}';
  writeFileSync(
    `${folder}/index.html`,
    `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}\n`,
  );
}
