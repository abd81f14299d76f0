import { useQueryClient } from '@tanstack/react-query';
import type { PasswordOwner } from '#api/weak-password.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { useAuth } from './auth-context.tsx';

/** What the server knows of the signed-in person where it looks at a new password. A profile without an answer is left out. */
export function usePasswordOwner(): () => Promise<PasswordOwner> {
  const { user, role } = useAuth();
  const queries = useQueryClient();
  const readProfile = async () => {
    if (role === 'company') {
      const queryFn = () => call('read_company');
      const found = await queries.ensureQueryData({ queryKey: queryKeys.company, queryFn });
      return [
        found.name,
        found.contact_name,
        found.email,
        found.phone,
        found.website,
        found.address,
      ];
    }
    if (role !== 'agency') return [];
    const queryFn = () => call('read_agency');
    const found = await queries.ensureQueryData({ queryKey: queryKeys.agency, queryFn });
    return [found.name, found.contact_name, found.email, found.phone, found.address];
  };
  return async () => {
    const profile = await readProfile().catch(() => []);
    return { personal: [user?.email, ...profile].filter((text) => typeof text === 'string'), role };
  };
}
