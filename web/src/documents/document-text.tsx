import { createElement, Fragment, useId, type ReactNode } from 'react';
import type {
  DocumentBlock,
  DocumentSentence,
  DocumentText as Content,
} from '#api/document-text.ts';
import type { Language } from '#domain/languages.ts';
import { Table } from '../ui/table.tsx';
import { UserText } from '../ui/user-text.tsx';

/** A financing document as HTML: the parts that its PDF is set from, word for word, in its own language and direction. */
export function DocumentText({ content, language }: { content: Content; language: Language }) {
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      // A person accepts the words of the PDF, not those of a translator.
      translate="no"
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      className="grid gap-5 rounded-md border border-line bg-raised p-5 [--surface:var(--raised)] sm:px-8 sm:py-7"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b-2 border-palm pb-3">
        <h3 id={id} className="text-heading sm:text-2xl">
          {content.title}
        </h3>
        <bdi translate="no" dir="ltr" className="text-sm text-ink-soft">
          {content.number}
        </bdi>
      </header>
      {content.blocks.map((block) => (
        <Block key={JSON.stringify(block)} block={block} />
      ))}
    </article>
  );
}

/** A sentence of a document: figures and numbers from left to right, what people typed in its own direction. */
export function Sentence({ of }: { of: DocumentSentence }) {
  return createElement(Fragment, null, ...of.map(partOf));
}

function partOf(part: DocumentSentence[number]): ReactNode {
  if (typeof part === 'string') return part;
  if ('code' in part)
    return (
      <bdi translate="no" dir="ltr">
        {part.code}
      </bdi>
    );
  if ('user' in part) return <UserText text={part.user} />;
  return <strong>{part.strong}</strong>;
}

function Block({ block }: { block: DocumentBlock }) {
  switch (block.kind) {
    case 'lead':
      return (
        <p className="max-w-prose text-ink-soft">
          <Sentence of={block.text} />
        </p>
      );
    case 'parties':
      return (
        <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-3">
          {block.parties.map(({ label, name, lines }) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-ink-faint">{label}</dt>
              <dd className="mt-1">
                <p className="font-semibold">
                  <Sentence of={name} />
                </p>
                {lines.map((line) => (
                  <p key={JSON.stringify(line)} className="text-sm wrap-anywhere text-ink-soft">
                    <Sentence of={line} />
                  </p>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'amount':
      return (
        <div className="rounded-sm bg-palm-wash px-5 py-4">
          <p className="text-sm text-ink-soft">{block.label}</p>
          <p className="my-1 text-2xl font-semibold text-palm tabular-nums">
            <Sentence of={block.amount} />
          </p>
          <p className="text-ink-soft">
            <Sentence of={block.note} />
          </p>
        </div>
      );
    case 'heading':
      return <h4 className="mt-2 text-lg font-semibold text-palm">{block.title}</h4>;
    case 'table':
      return <Schedule block={block} />;
    case 'articles':
      return (
        <ol className="grid max-w-prose list-decimal gap-4 ps-6 marker:font-semibold marker:text-palm">
          {block.articles.map((article) => (
            <li key={JSON.stringify(article)} className="ps-1">
              <Sentence of={article} />
            </li>
          ))}
        </ol>
      );
    case 'facts':
      return (
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {block.facts.map(({ label, value }) => (
            <div key={label} className="min-w-0">
              <dt className="text-sm text-ink-faint">{label}</dt>
              <dd className="mt-0.5">
                <Sentence of={value} />
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'promise':
      return (
        <p className="max-w-prose text-lg">
          <Sentence of={block.text} />
        </p>
      );
    case 'acceptance':
      return (
        <div className="max-w-prose rounded-sm border border-line-strong p-4">
          <p className="font-semibold">{block.label}</p>
          <p className="mt-1 text-ink-soft">
            <Sentence of={block.text} />
          </p>
        </div>
      );
  }
}

const cellAt = (place: number) => (row: DocumentSentence[]) => <Sentence of={row[place] ?? []} />;

/** The installments with their sum; the last column is their amounts. */
function Schedule({ block }: { block: Extract<DocumentBlock, { kind: 'table' }> }) {
  const last = block.head.length - 1;
  return (
    <Table
      label={block.head.join(', ')}
      columns={block.head.map((header, place) => ({
        id: header,
        header,
        cell: cellAt(place),
        figures: place === last,
        ...(place === last && { total: <Sentence of={block.total.amount} /> }),
      }))}
      rows={block.rows}
      rowKey={(row) => JSON.stringify(row[0])}
      totalsLabel={block.total.label}
    />
  );
}
