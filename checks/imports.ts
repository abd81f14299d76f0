import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  file: string;
  /** As written. */
  specifier: string;
  /** The file in the repository, or null for a package. */
  target: string | null;
  typeOnly: boolean;
}

export const isTest = (file: string) => /\.(test|testing)\.tsx?$/.test(file);

/** The imports and re-exports of a file, `import()` included. */
export function importsIn(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const statements = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^;'"]*?\sfrom\s+)?'([^'\n]+)'|\bimport\(\s*'([^'\n]+)'\s*\)/g,
  );
  return Array.from(statements, ([, type, named, dynamic]) => {
    const specifier = named ?? dynamic ?? '';
    return { file, specifier, target: targetOf(file, specifier), typeOnly: type !== undefined };
  });
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  const named = /^#(domain|api|server|e2e|web)\/(.+)$/.exec(specifier);
  if (!named) return null;
  const root = named[1] === 'server' || named[1] === 'web' ? `${named[1]}/src` : named[1];
  return `${root}/${named[2]}`;
}
