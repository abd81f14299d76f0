import { z } from 'zod';
import { HELP_TEXT_MAX_LENGTH } from '#domain/help.ts';
import { multiLine } from './typed-text.ts';
import { cursor, id, listFormat, timestamp } from './wire.ts';

/** A message as its company or agency reads it. */
const ownHelpMessage = z
  .object({
    id,
    message: z.string(),
    sent_at: timestamp,
    /** The ticket that it is about. */
    ticket_number: z.string().nullable(),
    answer: z.string().nullable(),
    answered_at: timestamp.nullable(),
  })
  .meta({ id: 'OwnHelpMessage' });

export const readHelp = {
  reply: z
    .object({
      /** Other ways to reach the platform; null: the operator gives none. */
      contact: z.object({
        email: z.string().nullable(),
        /** In international form, "+966112345678". */
        phone: z.string().nullable(),
        whatsapp: z.string().nullable(),
      }),
      /** The caller's messages, the latest 20, newest first. */
      items: z.array(ownHelpMessage),
    })
    .meta({ id: 'Help' }),
};

export const sendHelpMessage = {
  body: z.strictObject({
    message: multiLine().trim().min(1).max(HELP_TEXT_MAX_LENGTH),
    ticket_number: z.string().trim().min(1).max(40).nullish(),
  }),
  reply: ownHelpMessage,
};

/** A message as staff read it. */
const helpMessage = ownHelpMessage
  .extend({
    /** Either company or agency is null. */
    company_id: id.nullable(),
    agency_id: id.nullable(),
    /** The company's or the agency's. */
    name: z.string().nullable(),
    /** The name of a member of staff. */
    answered_by: z.string().nullable(),
  })
  .meta({ id: 'HelpMessage' });

export const listHelpMessages = {
  query: z.strictObject({
    list: z.enum(['waiting', 'answered']),
    cursor: cursor.optional(),
    ...listFormat,
  }),
  reply: z
    .object({ items: z.array(helpMessage), next_cursor: cursor.nullable() })
    .meta({ id: 'HelpMessages' }),
};

export const answerHelpMessage = {
  params: z.object({ id }),
  body: z.strictObject({ answer: multiLine().trim().min(1).max(HELP_TEXT_MAX_LENGTH) }),
  reply: helpMessage,
};

export type HelpMessage = z.infer<typeof helpMessage>;
