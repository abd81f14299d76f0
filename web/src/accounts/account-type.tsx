import { useLingui } from '@lingui/react/macro';
import type { Role } from '#domain/accounts/roles.ts';
import type { Choice } from '../ui/choice.tsx';

/** The two kinds of account, in words. */
export function useAccountTypes(): Choice<Role>[] {
  const { t } = useLingui();
  return [
    {
      id: 'company',
      label: t({ message: 'Company', context: 'type of account' }),
      detail: t`I advertise and pay later`,
    },
    {
      id: 'agency',
      label: t({ message: 'Agency', context: 'type of account' }),
      detail: t`I run campaigns for companies`,
    },
  ];
}
