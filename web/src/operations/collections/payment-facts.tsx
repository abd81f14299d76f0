import { Trans } from '@lingui/react/macro';
import { UserText } from '../../ui/user-text.tsx';
import type { Fact } from '../kit/confirm-facts-dialog.tsx';

/** Whose the payment is. */
export function companyFact(name: string | null): Fact {
  return { id: 'company', label: <Trans>Company</Trans>, value: <UserText text={name ?? '—'} /> };
}
