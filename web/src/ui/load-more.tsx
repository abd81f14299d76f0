import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';

/** The next page of a list, where there is one. */
export function LoadMore({
  pages,
  className = 'mt-5',
}: {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  className?: string;
}) {
  if (!pages.hasNextPage) return null;
  return (
    <Button
      tone="secondary"
      className={`justify-self-start ${className}`}
      isPending={pages.isFetchingNextPage}
      onPress={() => void pages.fetchNextPage()}
    >
      <Trans>Show more</Trans>
    </Button>
  );
}
