import { z } from 'zod';
import { approvalRequest } from './approvals.ts';
import { cursor, id, timestamp } from './wire.ts';

/** A list of virtual IBANs that our bank has given us. */
const list = z
  .object({
    id,
    file_name: z.string(),
    /** Of the file's bytes, hexadecimal. */
    sha256: z.string(),
    iban_count: z.number().int(),
    first_iban: z.string(),
    last_iban: z.string(),
    loaded_by: z.string(),
    loaded_at: timestamp,
    /** Asks another person to approve the list; its outcome is the list's state. */
    request: approvalRequest,
  })
  .meta({ id: 'VirtualIbanList' });

export const loadVirtualIbans = {
  /** `is_known`: the same file waits already or has been approved, and nothing has changed. */
  reply: z.object({ is_known: z.boolean(), list }).meta({ id: 'LoadedVirtualIbans' }),
};
export const listVirtualIbanLists = {
  query: z.strictObject({ cursor: cursor.optional() }),
  reply: z
    .object({
      /** Of approved lists: given to nobody yet, and given to a company. */
      free_count: z.number().int(),
      given_count: z.number().int(),
      /** Companies that have none, because none was free. */
      waiting_count: z.number().int(),
      items: z.array(list),
      next_cursor: cursor.nullable(),
    })
    .meta({ id: 'VirtualIbanListPage' }),
};

export type VirtualIbanList = z.infer<typeof list>;
export type LoadedVirtualIbans = z.infer<typeof loadVirtualIbans.reply>;
