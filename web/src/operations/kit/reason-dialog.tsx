import { lazyPart } from '../../ui/lazy-part.tsx';
import type ReasonFormDialog from './reason-form-dialog.tsx';

/** A decision that needs a reason, which the history keeps. */
export const ReasonDialog = lazyPart(
  () => import('./reason-form-dialog.tsx'),
) as typeof ReasonFormDialog;
