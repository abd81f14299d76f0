import { Trans } from '@lingui/react/macro';
import { Button } from '../../ui/button.tsx';

/** Removes all filters of a list; not shown while there are none. */
export function ClearFilters({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (!isFiltered) return null;
  return (
    <Button tone="quiet" className="-ms-4.5 justify-self-start" onPress={clear}>
      <Trans>Show everything</Trans>
    </Button>
  );
}
