import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * Values that may stand between the tags of a translated sentence: figures and words of the product itself. What
 * people type is put there by <UserText text={…} />.
 */
const ownValues = new Set([
  'grade',
  'extra_percent',
  'score',
  'max_score',
  'seq',
  'line_no',
  'PROMISE_DAYS',
  'camt', // the name of a format, web/src/operations/collections/bank-statements.tsx
  'change', // the words of an improvement, web/src/credit/credit-words.ts
]);

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function everyNode(node: Node): Node[] {
  return [node, ...partsOf(node).flatMap(everyNode)];
}

const nameOf = (element: Node) => ((element.openingElement as Node).name as Node).name;

/** The expressions that a sentence takes as values: children in braces at any depth, never attributes. */
function valuesIn(children: Node[]): Node[] {
  return children.flatMap((child) => {
    if (child.type === 'JSXExpressionContainer') return [child.expression].filter(isNode);
    return Array.isArray(child.children) ? valuesIn(child.children as Node[]) : [];
  });
}

/** Values beside tags in the translated sentences of a screen's source. */
function valuesBesideTags(source: string): string[] {
  const { program, errors } = parseSync('screen.tsx', source);
  expect(errors).toEqual([]);
  return everyNode(program as unknown as Node)
    .filter((node) => node.type === 'JSXElement')
    .flatMap((element) => {
      const children = element.children as Node[];
      const texts = (element.openingElement as Node).attributes as Node[];
      if (nameOf(element) === 'Plural') {
        const hasTags = texts.some((one) => everyNode(one).some(isElement));
        return hasTags ? [source.slice(element.start, element.end)] : [];
      }
      if (nameOf(element) !== 'Trans' || !children.some(isElement)) return [];
      return valuesIn(children)
        .filter((value) => value.type !== 'Literal')
        .map((value) => source.slice(value.start, value.end));
    });
}

function isElement({ type }: Node): boolean {
  return type === 'JSXElement' || type === 'JSXFragment';
}

test('what people type never stands as a value between the tags of a sentence, where its own tags would be read', () => {
  const found = globSync('web/src/**/*.tsx', { cwd: root }).flatMap((file) =>
    valuesBesideTags(readFileSync(join(root, file), 'utf8'))
      .filter((value) => !ownValues.has(value))
      .map((value) => `${file}: {${value}}`),
  );
  expect(found, 'write <UserText text={…} />, or name the value as one of our own').toEqual([]);
});

test.each([
  ['<Trans>For <bdi>{name}</bdi>.</Trans>', ['name']],
  ['<Trans>For {ticket.company_name}, <Money amount={amount} />.</Trans>', ['ticket.company_name']],
  ['<Trans>For <UserText text={name} />,{" "}<b>now</b>.</Trans>', []],
  ['<Trans>Profile {percent}%</Trans>', []],
])('in %s the values beside tags are %j', (sentence, values) => {
  expect(valuesBesideTags(sentence)).toEqual(values);
});
