import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInFirstView } from './first-view.ts';

const source = join(import.meta.dirname, '../src');
const files = globSync('**/*.tsx', { cwd: source })
  .map((file) => join(source, file))
  .filter((file) => isInFirstView(file));

test("a first view's modules are found by their imports: the dashboards' own and the design system's", () => {
  const names = files.map((file) => file.slice(source.length + 1));
  expect(names).toContain('budget/available-budget-card.tsx');
  expect(names).toContain('ui/button.tsx');
  expect(names).not.toContain('tickets/lists/ticket-overview.tsx');
});

test('a screen that a first view loads later comes with its texts', () => {
  const without = files.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(
        /(?<!lazyPart\(\(\) => |typeof )import\('([^']+\.tsx)'\)/g,
      ),
      ([, name]) => `${file.slice(source.length + 1)}: ${name}`,
    ),
  );
  // Toasts: their texts are in the first view's (texts.ts).
  expect(without).toEqual(['ui/toaster.tsx: ./toasts.tsx']);
});
