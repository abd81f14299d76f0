import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { parseSync } from 'rolldown/utils';

/** Which declarations of the repository's sources use which others, also across files. */

interface Node {
  type: string;
  [part: string]: unknown;
}

interface Declaration {
  isExported: boolean;
  /** Names that it mentions. */
  mentions: ReadonlySet<string>;
}

interface Source {
  /** Top-level declarations by name. A default export is `default`; statements that declare nothing are `(run)`. */
  declarations: Map<string, Declaration>;
  /** Local name → the name in the file that declares it. */
  imports: Map<string, Reference>;
  /** Files of which it may use every export: `import * as`, `import()`. */
  whole: Set<string>;
}

interface Reference {
  file: string;
  name: string;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** The parts of a node, without names that refer to no declaration: `a` in `{ a: b }`, `b.a` and `{ a: string }`. */
function partsOf(node: Node): Node[] {
  const isName = (part: string) =>
    node.computed === false && (part === 'key' || part === 'property');
  return Object.entries(node).flatMap(([part, value]) =>
    isName(part) ? [] : [value].flat().filter(isNode),
  );
}

const everyNode = (node: Node): Node[] => [node, ...partsOf(node).flatMap(everyNode)];
const textOf = (node: unknown) => ((node as Node).name ?? (node as Node).value) as string;
const keyOf = ({ file, name }: Reference) => `${file} ${name}`;

/** The names that a pattern declares: `{ a, b: [c] }` declares a and c. */
function namesOf(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [textOf(pattern)];
  if (pattern.type === 'AssignmentPattern') return namesOf(pattern.left as Node);
  return partsOf(pattern).flatMap(namesOf);
}

/** The file of the repository that an import names; null for a package. */
function fileOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const [, part, path] = /^#(domain|api|server|e2e)\/(.+)$/.exec(specifier) ?? [];
  return part === undefined ? null : `${part === 'server' ? 'server/src' : part}/${path}`;
}

function parse(file: string): Source {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const source: Source = { declarations: new Map(), imports: new Map(), whole: new Set() };

  function mentionsOf(statement: Node): string[] {
    const nodes = everyNode(statement);
    for (const node of nodes.filter(({ type }) => /^(ImportExpression|TSImportType)$/.test(type))) {
      const target = fileOf(file, textOf(node.source) ?? '');
      if (target !== null) source.whole.add(target);
    }
    return nodes.filter(({ type }) => /^(JSX)?Identifier$/.test(type)).map(textOf);
  }

  function declare(name: string, statement: Node, isExported: boolean) {
    const before = source.declarations.get(name);
    source.declarations.set(name, {
      isExported: isExported || before?.isExported === true,
      mentions: new Set([...(before?.mentions ?? []), ...mentionsOf(statement)]),
    });
  }

  function readImport(statement: Node) {
    const target = fileOf(file, textOf(statement.source));
    if (target === null) return;
    for (const one of statement.specifiers as Node[]) {
      if (one.type === 'ImportNamespaceSpecifier') source.whole.add(target);
      const name = one.type === 'ImportSpecifier' ? textOf(one.imported) : 'default';
      source.imports.set(textOf(one.local), { file: target, name });
    }
  }

  function readDeclaration(statement: Node, isExported: boolean) {
    if (statement.type === 'VariableDeclaration') {
      for (const one of statement.declarations as Node[])
        for (const name of namesOf(one.id as Node)) declare(name, one, isExported);
    } else if (isNode(statement.id)) declare(textOf(statement.id), statement, isExported);
    else declare('(run)', statement, false);
  }

  for (const statement of program.body as unknown as Node[]) {
    if (statement.type === 'ImportDeclaration') readImport(statement);
    else if (statement.type === 'ExportDefaultDeclaration') declare('default', statement, true);
    else if (statement.type === 'ExportNamedDeclaration') {
      if (isNode(statement.declaration)) readDeclaration(statement.declaration, true);
      for (const one of statement.specifiers as Node[])
        declare(textOf(one.local), { type: 'ExportSpecifier' }, true);
    } else readDeclaration(statement, false);
  }
  return source;
}

/** Every source of the repository by its path. */
export function readSources(): Map<string, Source> {
  const left = new Set(['node_modules', 'build', 'dist', 'data', 'test-results', '.react-router']);
  const files = globSync('**/*.{ts,tsx,mts,mjs,js}', {
    exclude: (name) => left.has(basename(name)),
  });
  return new Map(files.sort().map((file) => [file, parse(file)]));
}

/** `file name` of all that is imported, or may be. */
export function importedFrom(sources: ReadonlyMap<string, Source>): ReadonlySet<string> {
  const imported = new Set<string>();
  for (const { imports, whole } of sources.values()) {
    for (const reference of imports.values()) imported.add(keyOf(reference));
    for (const file of whole)
      for (const name of sources.get(file)?.declarations.keys() ?? [])
        imported.add(keyOf({ file, name }));
  }
  return imported;
}

/** `file name` of what the declarations of some files use, directly or through others. */
export function reachedFrom(
  sources: ReadonlyMap<string, Source>,
  isStart: (file: string) => boolean,
): ReadonlySet<string> {
  const reached = new Set<string>();
  function reach(of: Reference) {
    if (reached.has(keyOf(of))) return;
    reached.add(keyOf(of));
    const source = sources.get(of.file);
    for (const mention of source?.declarations.get(of.name)?.mentions ?? []) {
      const imported = source!.imports.get(mention);
      if (imported) reach(imported);
      else if (source!.declarations.has(mention)) reach({ file: of.file, name: mention });
    }
  }
  for (const [start, { whole }] of sources) {
    if (!isStart(start)) continue;
    for (const file of [start, ...whole])
      for (const name of sources.get(file)?.declarations.keys() ?? []) reach({ file, name });
  }
  return reached;
}
