import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');

/** Every colour token in both themes, as theme.css says them. */
const tokens = new Map(
  Array.from(
    css.matchAll(/^ {2}--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/gm),
    ([, name, light, dark, both]) => [name!, { light: light ?? both!, dark: dark ?? both! }],
  ),
);

/** Relative luminance by WCAG 2.2, from "#rrggbb". */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** What text of this colour may stand on. */
const texts: Record<string, readonly string[]> = {
  ink: [
    'paper',
    'raised',
    'sunk',
    'palm-wash',
    'saffron-wash',
    'due-wash',
    'paid-wash',
    'overdue-wash',
  ],
  'ink-soft': ['paper', 'raised', 'sunk', 'palm-wash', 'saffron-wash', 'due-wash', 'overdue-wash'],
  'ink-faint': ['paper', 'raised', 'sunk'],
  palm: ['paper', 'raised', 'sunk', 'palm-wash', 'saffron-wash'],
  'palm-strong': ['paper', 'raised', 'sunk', 'palm-wash'],
  'on-palm': ['palm', 'palm-strong'],
  'saffron-ink': ['paper', 'raised', 'saffron-wash'],
  due: ['paper', 'raised', 'due-wash'],
  paid: ['paper', 'raised', 'paid-wash'],
  overdue: ['paper', 'raised', 'overdue-wash'],
  'on-status': ['due', 'paid', 'overdue'],
  'on-forest': ['forest'],
  leaf: ['forest'],
};

/** Borders of controls and shapes that mean something. */
const shapes: Record<string, readonly string[]> = {
  'line-strong': ['paper', 'raised'],
  palm: ['paper', 'raised', 'line'],
  'saffron-ink': ['saffron-wash', 'raised'],
  due: ['paper', 'raised'],
  paid: ['paper', 'raised'],
  overdue: ['paper', 'raised'],
  'leaf-shade': ['forest'],
};

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colour = (name: string) => {
    const token = tokens.get(name);
    if (!token) throw new Error(`no token ${name}`);
    return token[theme];
  };
  const pairs = (uses: Record<string, readonly string[]>) =>
    Object.entries(uses).flatMap(([front, backs]) => backs.map((back) => [front, back] as const));

  test.each(pairs(texts))('%s on %s is read: 4.5 to 1', (front, back) => {
    expect(contrast(colour(front), colour(back))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(shapes))('%s on %s is seen: 3 to 1', (front, back) => {
    expect(contrast(colour(front), colour(back))).toBeGreaterThanOrEqual(3);
  });
});
