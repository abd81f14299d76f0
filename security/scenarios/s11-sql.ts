import { globSync, readFileSync } from 'node:fs';
import { operations, type OperationId } from '#api/operations.ts';
import type { RawInput } from '#server/product-client/product-client.ts';
import { scenario } from '../../reliability/scenario.ts';
import { cut, faultsOf, placesOf } from '../../server/testing/hostile-input.ts';
import { requests } from '../../server/testing/requests.ts';
import { ask, eachOf, openSite, someOf } from '../site.ts';

/** Breaks out of a text, a number, an identifier, a comment, a pattern, JSON or an array; or waits, or tells an error. */
const payloads = [
  `'`,
  `''`,
  `"`,
  `\\'`,
  `' --`,
  `' or '1'='1`,
  `' or 1=1 --`,
  `') or ('1'='1`,
  `')) or (('1'='1`,
  `' and '1'='2`,
  `1 or 1=1`,
  `1; select 1`,
  `-1 union select 1`,
  `0) union all select null, null --`,
  `' union select email, encrypted_password from auth.users --`,
  `' union select null, version() --`,
  `'; drop table tickets; --`,
  `'; update companies set total_approval_budget = 9; --`,
  `'; select pg_sleep(8); --`,
  `' || pg_sleep(8) || '`,
  `1 and (select 1 from pg_sleep(8)) is null`,
  `'; copy (select 1) to program 'id'; --`,
  `' and cast(version() as int) = 1 --`,
  `' and 1 = (select 1/0) --`,
  `$$; select pg_sleep(8); $$`,
  `$1`,
  `$2::text`,
  `%`,
  `_%`,
  `%' escape '`,
  `\\x27 or 1=1`,
  `%27%20or%201=1`,
  `' or 1=1`,
  `{"a": "'"}`,
  `{',--}`,
  `/**/or/**/1=1`,
  `'/*`,
  `*/ or 1=1 --`,
  `E'\\' or 1=1`,
  `U&'\\0027'`,
  `current_setting('hamla.user_id')`,
  `set role hamla_owner`,
  `reset role`,
];

export default scenario({
  id: 'S11',
  title: 'SQL in every parameter',
  small: { perPlace: 3 },
  full: { perPlace: 1000 },
  async run(counts, outcome) {
    const site = await openSite();
    const ids = (Object.keys(operations) as OperationId[]).filter(
      (id) => !['subscribe_events', 'upload_file'].includes(id),
    );
    const sent = ids.flatMap((id) =>
      [...placesOf(id, site.fixture)].flatMap((place, index) =>
        someOf(
          [...payloads.slice(index % 9), ...payloads.slice(0, index % 9)],
          counts.perPlace,
        ).map((payload) => ({ id, input: place(payload) })),
      ),
    );
    const tables = () =>
      site.rows<{ count: number }>(
        `select count(*)::int as count from pg_class where relkind = 'r'`,
      );
    const [before] = await tables();
    const answers = await eachOf(sent, ({ id, input }) => askTimed(id, input));
    outcome.expectNone(
      answers.flatMap(({ found, seconds }, index) => {
        const { id, input } = sent[index]!;
        const late = seconds > 7 ? [`it waited ${seconds.toFixed(1)} s`] : [];
        return [...found, ...late].map((fault) => `${id} ${fault}: ${cut(JSON.stringify(input))}`);
      }),
    );
    outcome.expect((await tables())[0]!.count === before!.count, 'a table is gone');
    outcome.expectNone(stringBuilt(globSync('server/src/**/*.ts').filter(isServed).map(textOf)));
    outcome.expectNoticed(
      'a statement that is put together',
      stringBuilt([{ file: 'x', text: 'pool.query(`select * from t where id = ${id}`)' }]),
    );
    return `${sent.length} requests, ${outcome.breaches.length} anomalies`;

    async function askTimed(id: OperationId, input: RawInput) {
      const from = performance.now();
      const answer = await ask(site, id, await site.fixture[requests[id].by].token(), input);
      return { found: faultsOf(id, answer), seconds: (performance.now() - from) / 1000 };
    }
  },
});

/** Not what an operator runs, nor what compares the schema and the books with lists of ours. */
const isServed = (file: string) =>
  !/\.test(ing)?\.ts$|\/(demo|commands|backup|product-client|platform\/database)\/|rotate-keys|ledger\/invariants/.test(
    file,
  );
const textOf = (file: string) => ({ file, text: readFileSync(file, 'utf8') });

/** Statements with something in their text; `call-function.ts` and `query.ts` alone build calls, from the list of names. */
const stringBuilt = (files: readonly { file: string; text: string }[]): string[] =>
  files.flatMap(({ file, text }) =>
    Array.from(
      text.matchAll(/(?:query|rows)\(\s*`[^`]*\$\{[^`]*`|text: `\s*select[^`]*\$\{[^`]*`/g),
      ([statement]) => `${file} builds ${cut(statement)}`,
    ),
  );
