import { z } from 'zod';
import { id, timestamp } from './wire.ts';

/** What a restored installation holds back until two members of staff have confirmed it. */
const restoreHold = z
  .object({
    /** Null: nothing is held. */
    hold: z
      .object({
        id,
        /** What was sent after this moment is not known here. */
        restored_to: timestamp,
        restored_at: timestamp,
        is_confirmed_by_caller: z.boolean(),
        confirmations: z.array(z.object({ by: z.string().nullable(), at: timestamp })),
      })
      .nullable(),
  })
  .meta({ id: 'RestoreHold' });

export const readRestoreHold = { reply: restoreHold };

export const confirmRestore = { params: z.object({ id }), reply: restoreHold };
