import { Moment as MomentOfAnyScreen } from '../ui/moment.tsx';

/** A moment in Riyadh, to the minute. */
export const Moment = MomentOfAnyScreen;
