import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the style of the public pages is made of every component that they draw', () => {
  const style = readFileSync('web/src/site/site.css', 'utf8');
  const drawn = globSync('web/src/site/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/from '(\.\.\/ui\/[\w-]+\.tsx)'/g)].map(
      ([, component]) => component!,
    ),
  );
  expect(drawn).toContain('../ui/money.tsx');
  expect(drawn.filter((component) => !style.includes(`@source '${component}';`))).toEqual([]);
});
