import { z } from 'zod';

/**
 * What a financing document says, part by part: the PDF and the page are both set from it. `code`: figures, dates and
 * numbers that read from left to right and never break; `user`: what people typed; `strong`: words that stand out.
 */
const textPart = z
  .union([
    z.string(),
    z.strictObject({ code: z.string() }),
    z.strictObject({ user: z.string() }),
    z.strictObject({ strong: z.string() }),
  ])
  .meta({ id: 'DocumentTextPart' });
const text = z.array(textPart).meta({ id: 'DocumentSentence' });

const documentBlock = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('lead'), text }),
    z.strictObject({
      kind: z.literal('parties'),
      parties: z.array(z.strictObject({ label: z.string(), name: text, lines: z.array(text) })),
    }),
    z.strictObject({ kind: z.literal('amount'), label: z.string(), amount: text, note: text }),
    z.strictObject({
      kind: z.literal('heading'),
      title: z.string(),
      /** The PDF begins a page with it. */
      begins_page: z.boolean(),
    }),
    z.strictObject({
      kind: z.literal('table'),
      /** The last column is an amount. */
      head: z.array(z.string()),
      rows: z.array(z.array(text)),
      total: z.strictObject({ label: z.string(), amount: text }),
    }),
    z.strictObject({ kind: z.literal('articles'), articles: z.array(text) }),
    z.strictObject({
      kind: z.literal('facts'),
      facts: z.array(z.strictObject({ label: z.string(), value: text })),
    }),
    z.strictObject({ kind: z.literal('promise'), text }),
    z.strictObject({ kind: z.literal('acceptance'), label: z.string(), text }),
  ])
  .meta({ id: 'DocumentBlock' });

export const documentText = z
  .strictObject({ title: z.string(), number: z.string(), blocks: z.array(documentBlock) })
  .meta({ id: 'DocumentText' });

/** What is being agreed, in three sentences above the documents. */
export const documentSummary = z.array(text).length(3).meta({ id: 'DocumentSummary' });

export type DocumentSentence = z.infer<typeof text>;
export type DocumentBlock = z.infer<typeof documentBlock>;
export type DocumentText = z.infer<typeof documentText>;
export type DocumentSummary = z.infer<typeof documentSummary>;
