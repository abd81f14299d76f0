import { globSync } from 'node:fs';
import { join } from 'node:path';
import { textFile } from '#server/product-client/product-client.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { scenario } from '../../reliability/scenario.ts';
import { ask, sharedSite, type Site } from '../site.ts';

const bases = [
  'invoice',
  '../invoice',
  '../../../../etc/passwd',
  '/etc/passwd',
  'C:\\x',
  '..',
  '.',
];
const tricks: ((name: string) => string)[] = [
  (name) => `${name}.pdf`,
  (name) => `${name}%00.pdf`,
  (name) => `${name}\0.pdf`,
  (name) => `${encodeURIComponent(name)}.pdf`,
  (name) => `${name.replaceAll('.', '%2e').replaceAll('/', '%2f')}.pdf`,
  (name) => `${name.replaceAll('.', '%252e')}.pdf`,
  (name) => `${name.replaceAll('/', '\\')}.pdf`,
  (name) => `..\\..\\${name}.pdf`,
  (name) => `${name.replaceAll('../', '....//')}.pdf`,
  (name) => `${name.replaceAll('/', '\u2215')}.pdf`,
  (name) => `${name.replaceAll('.', '\uff0e')}.pdf`,
  (name) => `${name}\u202efdp.exe.pdf`,
  (name) => `${'x'.repeat(1024)}${name}.pdf`,
  (name) => `\u200f${name}\u061c.pdf`,
  (name) => `${name}.pdf/../../x.pdf`,
];

/** What PostgreSQL and the disk hold that is not the owner's. */
export default scenario({
  id: 'S12',
  title: 'file names that lead elsewhere',
  small: {},
  full: {},
  async run(_counts, outcome) {
    const site = await sharedSite();
    // Sixty files of one may wait.
    const owners = [await site.signUp('company'), await site.signUp('company')];
    const names = bases.flatMap((base) => tricks.map((trick) => trick(base)));
    const before = filesOn(site);
    let stored = 0;
    for (const [index, name] of names.entries()) {
      const owner = owners[index % 2]!;
      const { bytes } = pdf('x.pdf', [`Invoice ${index}`]);
      const file = textFile(name.replaceAll('"', '%22'), bytes.toString('latin1'));
      const answer = await ask(site, 'upload_file', await owner.token(), {
        params: { kind: 'invoice' },
        ...file,
      });
      outcome.expect(
        answer.status === 200 || [413, 422].includes(answer.status),
        `${JSON.stringify(name.slice(0, 60))} is answered with ${answer.status}`,
      );
      if (answer.status !== 200) continue;
      stored += 1;
      outcome.expectNone(elsewhere(owner.user_id, [JSON.parse(answer.text).path]));
    }
    const written = filesOn(site).filter((path) => !before.includes(path));
    outcome.expectNone(
      written
        .filter((path) => !owners.some(({ user_id }) => path.startsWith(`files/${user_id}/`)))
        .filter((path) => !path.startsWith('outbox/'))
        .map((path) => `${path} was written`),
    );
    const { user_id } = owners[0]!;
    outcome.expectNoticed('a path of another', elsewhere(user_id, ['x/1_invoice.pdf']));
    outcome.expectNoticed('a path with a parent', elsewhere(user_id, [`${user_id}/../x.pdf`]));
    return `${names.length} names, ${stored} stored under names of ours, ${outcome.breaches.length} elsewhere`;
  },
});

const filesOn = ({ server }: Site) =>
  globSync('**/*', { cwd: server.dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(server.dataDir.length + 1));

/** Paths that are not just below the owner's prefix. */
const elsewhere = (user_id: string, paths: readonly string[]) =>
  paths
    .filter(
      (path) =>
        !path.startsWith(`${user_id}/`) ||
        path.split('/').length !== 2 ||
        /[\\%\0]|\.\.\//.test(path),
    )
    .map((path) => `stored as ${path}`);
