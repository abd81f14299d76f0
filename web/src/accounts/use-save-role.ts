import { useLingui } from '@lingui/react/macro';
import { call } from '../api/call.ts';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { toast } from '../ui/toaster.tsx';
import { useAuth } from './auth-context.tsx';

/** Saves the role that a person has chosen; `onSaved` follows. */
export function useSaveRole(onSaved?: () => unknown) {
  const { t } = useLingui();
  const { refresh } = useAuth();
  return useIdempotentMutation('upsert_user_role', {
    fallback: {
      sentence: t`Failed to set role`,
      unknown: t`It may have been set: choosing it again is safe.`,
    },
    readBack: async ({ body: { role } }) => {
      const stored = await call('read_user_role');
      return stored.role === role ? { ...stored, role } : null;
    },
    onSuccess: async () => {
      // The role is saved, even if the following renewal of the session fails.
      await refresh().catch(() => {});
      toast.success(t`Role selected successfully!`);
      await onSaved?.();
    },
  });
}
