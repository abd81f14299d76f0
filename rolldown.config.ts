import { existsSync, globSync } from 'node:fs';

import { defineConfig } from 'rolldown';

const commands = [
  'main',
  ...[
    'demo',
    'migrate',
    'staff',
    'close-day',
    'verify-ledger',
    'doctor',
    'rotate-keys',
    'backup',
    'restore',
    'verify-restore',
    'move',
  ].map((name) => `commands/${name}`),
];
/** What is started as a process or a thread of its own is a file of its own. */
const processes = [
  'documents/typesetter',
  'files/pdf-threats-thread',
  'files/qr-codes-thread',
  'servicing/bank-statement-worker',
];
const entries = [...commands, ...processes].filter((name) => existsSync(`server/src/${name}.ts`));

/**
 * The server's own code without its types: Node need not strip them at each start.
 * Packages stay in node_modules, where native addons and packages that read their own files work.
 */
export default defineConfig({
  input: Object.fromEntries(entries.map((name) => [name, `server/src/${name}.ts`])),
  platform: 'node',
  external: (id) => /^[^.#/\0]/.test(id),
  tsconfig: 'tsconfig.json',
  plugins: [
    {
      name: 'watch-sql',
      // The server replays them at its start: while developing, a change of one starts it again.
      buildStart() {
        for (const file of globSync('server/{migrations,src/*}/*.sql')) this.addWatchFile(file);
      },
    },
  ],
  output: {
    dir: 'dist/server',
    format: 'esm',
    // File by file, so that `import.meta.main` is true in the file that Node was given and in no other.
    preserveModules: true,
    preserveModulesRoot: 'server/src',
    sourcemap: true,
    // While watching, the server runs from this folder.
    cleanDir: !process.argv.includes('--watch'),
    entryFileNames: '[name].js',
  },
});
