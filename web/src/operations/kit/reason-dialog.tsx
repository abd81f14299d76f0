import { lazyDialog } from './lazy-dialog.tsx';
import type ReasonFormDialog from './reason-form-dialog.tsx';

/** A decision that needs a reason, which the history keeps. */
export const ReasonDialog = lazyDialog(
  () => import('./reason-form-dialog.tsx'),
) as typeof ReasonFormDialog;
