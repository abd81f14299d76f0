import { z } from 'zod';

export const role = z.enum(['company', 'agency']).meta({ id: 'Role' });

export const readUserRole = { reply: z.object({ role: role.nullable() }) };

export const upsertUserRole = { body: z.strictObject({ role }), reply: z.object({ role }) };
