import { useLingui } from '@lingui/react/macro';
import { useIdempotentMutation } from '../api/use-idempotent-mutation.ts';
import { toast } from '../ui/toaster.tsx';
import { useAuth } from './auth-context.tsx';

/** Saves the role that a person has chosen; `onSaved` follows. */
export function useSaveRole(onSaved?: () => unknown) {
  const { t } = useLingui();
  const { refresh } = useAuth();
  return useIdempotentMutation('upsert_user_role', {
    fallback: t`Failed to set role`,
    onSuccess: async () => {
      // The role is saved, even if the following renewal of the session fails.
      await refresh().catch(() => {});
      toast.success(t`Role selected successfully!`);
      await onSaved?.();
    },
  });
}
