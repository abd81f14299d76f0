import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#server/platform/config/settings.ts';

const read = (file: string) => readFileSync(file, 'utf8');

describe('the environment', () => {
  const settings = read('server/src/platform/config/settings.ts');
  const known = Array.from(settings.matchAll(/^ {2}([A-Z][A-Z0-9_]*): optional\(/gm), ([, n]) => n);
  const example = Array.from(
    read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm),
    ([, name, value]) => ({ name: name!, value: value!.replace(/^"(.*)"$/, '$1') }),
  );

  test('every variable that the server reads stands in .env.example, and no other', () => {
    expect(known.length).toBeGreaterThan(10);
    expect(new Set(example.map(({ name }) => name))).toEqual(new Set(known));
  });

  test('.env.example as it is starts the server as no environment does', () => {
    const environment = Object.fromEntries(example.map(({ name, value }) => [name, value]));
    const { logLevel: _level, ...given } = readSettings(environment);
    const { logLevel: _default, ...none } = readSettings({});
    expect(given).toEqual(none);
  });

  test('only the entry points hand over the environment', () => {
    const readers = globSync('server/src/**/*.{ts,tsx}').filter(
      (file) =>
        !/\.test(ing)?\.tsx?$/.test(file) &&
        /process\.env\b/.test(read(file).replace(/readSettings\(\{[^}]*\}\)/g, '')),
    );
    expect(readers).toEqual([]);
  });
});

test('the product calls SQL functions by the names of their arguments', () => {
  const sources = globSync('server/src/**/*.{ts,tsx}').filter(
    (file) => !/\.test(ing)?\.tsx?$/.test(file) && !file.includes('/platform/database/'),
  );
  expect(sources.length).toBeGreaterThan(100);
  // Positions are for query.ts, and a statement of one's own for what is no function.
  const positional = /\bcallJson\w*\b|['"`]select [a-z_.]+\(\$1/;
  expect(sources.filter((file) => positional.test(read(file)))).toEqual([]);
});

test('figures, dates, names and codes say whether a translator of the browser may change them', () => {
  const screens = globSync('web/src/!(styleguide)/**/*.tsx').map((file) => ({
    file,
    text: read(file),
  }));
  expect(screens.length).toBeGreaterThan(100);
  const silent = /<(bdi|time|code)\b(?!\s+(key=\{\w+\}\s+)?translate=)/;
  expect(screens.filter(({ text }) => silent.test(text)).map(({ file }) => file)).toEqual([]);
});

describe('the styleguide', () => {
  const shown = globSync('web/src/styleguide/*.tsx').map(read).join('\n');
  // What frames a whole screen or is to be seen on none of its own.
  const frames =
    /^(app-layout|public-layout|page-header|document-title|print-sheet|offline-notice|toasts|field|legal-identity)$/;

  test('every component of the kit is shown', () => {
    const kit = globSync('web/src/ui/*.tsx').map((file) => file.replace(/^.*\/|\.tsx$/g, ''));
    expect(kit.length).toBeGreaterThan(40);
    expect(kit.filter((name) => !frames.test(name) && !shown.includes(`/ui/${name}.tsx'`))).toEqual(
      [],
    );
  });

  test('every colour is shown', () => {
    const colours = read('web/src/ui/theme.css').matchAll(/^  --color-([a-z-]+): var/gm);
    const names = Array.from(colours, ([, name]) => name!);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !shown.includes(`'${name}'`))).toEqual([]);
  });
});

/** What the router asks of the module of a route by its name. */
const ofRoutes = new Set(['clientLoader', 'shouldRevalidate']);

test('a name that the web exports is one thing: no two modules export the same', () => {
  const homes = new Map<string, string[]>();
  for (const file of globSync('web/src/**/*.{ts,tsx}')) {
    const exported = read(file).matchAll(
      /^export (?:default )?(?:async )?(?:function|const|class|type|interface) (\w+)/gm,
    );
    for (const [, name] of exported) homes.set(name!, [...(homes.get(name!) ?? []), file]);
  }
  expect(homes.size).toBeGreaterThan(400);
  const twice = Array.from(homes).filter(
    ([name, files]) => files.length > 1 && !ofRoutes.has(name),
  );
  expect(twice).toEqual([]);
});

describe('the packages', () => {
  test('versions are exact', () => {
    const {
      dependencies,
      devDependencies = {},
      optionalDependencies = {},
    } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    const loose = Object.entries(all).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  test('OpenTelemetry is loaded where a collector is set and nowhere else', () => {
    const sources = globSync('server/src/**/*.ts', {
      exclude: (file) => file.endsWith('.test.ts'),
    });
    const using = (pattern: RegExp) => sources.filter((file) => pattern.test(read(file)));
    expect(using(/from '@opentelemetry\//)).toEqual(['server/src/platform/open-telemetry.ts']);
    expect(using(/from '.*open-telemetry\.ts'/)).toEqual([]);
  });
});

describe('the texts', () => {
  // Written so that this file does not contain what it looks for.
  const foreign: Record<string, RegExp> = {
    'a folder of one machine': /(?<![\w.])\/(?:[h]ome|[U]sers|[r]oot|[w]ork|[m]nt)\/\w/,
    'a registry or a mirror of packages':
      /registry\.[n]pmjs|[n]pmmirror|jfrog\.[i]o|[a]rtifactory/i,
    'an issue tracker': /\b[i]ssues? #?\d+\b|\b[i]ssues show\b|(?<![&\w])[J]IRA\b/i,
    'a writing assistant':
      /\b[c]laude\b|\b[a]nthropic\b|\b[c]hatgpt\b|\b[g]pt-\d|\b[c]opilot\b|\b[l]lms?\b|\b[g]enerated (?:by|with) ai\b|\bas an [a]i\b/i,
    'an unfinished sentence': /\b[T]ODO\b|\b[F]IXME\b|\b[l]orem ipsum\b/,
  };

  const texts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) =>
        file !== '' &&
        !/(^|\/)package-lock\.json$|\.(png|jpe?g|gif|ico|woff2?|ttf|otf|pdf|wasm|gz)$/i.test(
          file,
        ) &&
        existsSync(file),
    );

  test.each(Object.entries(foreign))('none mentions %s', (_what, pattern) => {
    expect(texts.length).toBeGreaterThan(100);
    const found = texts.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line}`] : [])),
    );
    expect(found).toEqual([]);
  });
});

/**
 * Values of the product itself that may stand between the tags of a translated sentence. What people type is put there by
 * <UserText text={…} />: tags in it would be read as those of the sentence.
 */
const ownValues =
  /^(grade|extra_percent|score|max_score|seq|line_no|PROMISE_DAYS|camt|change|'[^']*'|"[^"]*")$/;

test('what people type is no value between the tags of a sentence', () => {
  const found = globSync('web/src/**/*.tsx').flatMap((file) => {
    const source = read(file);
    const sentences = Array.from(
      source.matchAll(/<Trans\b[^>]*>(.*?)<\/Trans>/gs),
      ([, words]) => words!,
    );
    const values = sentences.flatMap((words) =>
      /<\w/.test(words)
        ? Array.from(
            words.replaceAll(/=\{(?:[^{}]|\{[^{}]*\})*\}/g, '').matchAll(/\{([^{}]*)\}/g),
            ([, value]) => value!,
          )
        : [],
    );
    return [...values, ...(source.match(/\b(?:zero|one|two|few|many|other)=\{\s*</g) ?? [])]
      .filter((value) => !ownValues.test(value))
      .map((value) => `${file}: ${value}`);
  });
  expect(found).toEqual([]);
});

test('a toast of ours ends without a full stop', () => {
  const specified = 'Ticket submitted. Waiting agency approval.';
  const toast = /(?:toast\.(?:success|info)\(|\bdone(?::|=\{))[^;<`]*?\b(?:t|msg)`([^`]*\.)`/g;
  const found = globSync('web/src/!(styleguide)/**/*.{ts,tsx}').flatMap((file) =>
    Array.from(read(file).matchAll(toast), ([, words]) => words!),
  );
  expect(found).toEqual([specified]);
});

test('the documents have at most 27,000 words, and there are at most 25 decisions', () => {
  const documents = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')];
  const words = documents.flatMap((file) => read(file).match(/\S+/g) ?? []);
  expect(words.length).toBeGreaterThan(10_000);
  expect(words.length).toBeLessThanOrEqual(27_000);
  const decisions = globSync('docs/decisions/*.md');
  expect(decisions.length).toBeGreaterThan(10);
  expect(decisions.length).toBeLessThanOrEqual(25);
});

describe('the replayed SQL', () => {
  const files = globSync('server/src/**/*.sql');

  test('no line is longer than 120 columns', () => {
    expect(files.length).toBeGreaterThan(30);
    const long = files.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  /** What steers the planner instead of leaving a plan to it. */
  const planSwitch = /\bset enable_\w+ = off|\bset plan_cache_mode|\boffset 0\b/;

  test('a switch of the planner says why, and names the test that holds it', () => {
    const unexplained = files.flatMap((file) => {
      // A function with the comments above it, which say why.
      const parts = read(file).split(/\n\n+/);
      return parts.flatMap((part) =>
        planSwitch.test(part) && !/(query-plans|long-lists)\.test\.ts/.test(part)
          ? [`${file}: ${/function ([\w.]+)/.exec(part)?.[1] ?? part.slice(0, 60)}`]
          : [],
      );
    });
    expect(unexplained).toEqual([]);
  });
});
