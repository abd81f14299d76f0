import { z } from 'zod';
import { timestamp } from './wire.ts';

/** The company's secret link to a calendar of its due dates. */
const dueDateFeed = z
  .object({
    /** Whoever has it reads the due dates. Null: the company has made none. */
    url: z.string().nullable(),
    renewed_at: timestamp.nullable(),
  })
  .meta({ id: 'DueDateFeed' });

export const readDueDateFeed = { reply: dueDateFeed };
export const renewDueDateFeed = { reply: dueDateFeed };

export type DueDateFeed = z.infer<typeof dueDateFeed>;
