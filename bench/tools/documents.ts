import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What a measurement tells whoever started it: a line, or several. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Puts `text` between the two marks of a section of a document in docs/, in place of what stood there. */
export async function writeSection(name: string, mark: string, text: string): Promise<void> {
  const path = join(root, 'docs', name);
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- /${mark} -->`];
  const document = await readFile(path, 'utf8');
  const [head, rest] = [document.indexOf(begin), document.indexOf(end)];
  if (head < 0 || rest < head) throw new Error(`${path} has no section ${mark}`);
  await writeFile(
    path,
    `${document.slice(0, head + begin.length)}\n\n${text}\n\n${document.slice(rest)}`,
  );
}

/** Writes a chart or a table of figures into docs/. */
export const writeFigures = (name: string, text: string): Promise<void> =>
  writeFile(join(root, 'docs', name), text);
