import { z } from 'zod';

const role = z.enum(['company', 'agency']).meta({ id: 'Role' });

/** `can_change`: whether `upsert_user_role` would take the other role; false for staff and once a ticket exists. */
export const readUserRole = { reply: z.object({ role: role.nullable(), can_change: z.boolean() }) };

export const upsertUserRole = { body: z.strictObject({ role }), reply: z.object({ role }) };
