import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ChevronDownIcon } from '../ui/icons.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { ReadFile } from './file-reader.tsx';

const FileReader = lazyPart<ReadFile>(() => import('./file-reader.tsx'), {
  fallback: <Skeleton className="h-64" />,
});

/**
 * A button that opens a file in the page, before the file's other buttons. For a row that wraps: the file is its last line, and on
 * phones as wide as a row with padding.
 */
export function ReadableFile({ children, ...file }: ReadFile & { children: ReactNode }) {
  const { t } = useLingui();
  const { name } = file;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span className="-mx-3 flex flex-wrap gap-x-1 print:hidden">
        <Button
          tone="quiet"
          size="small"
          aria-label={t`Read: ${name}`}
          aria-expanded={isOpen}
          onHoverStart={FileReader.preload}
          onPress={() => setOpen(!isOpen)}
        >
          <ChevronDownIcon
            className={`size-4 transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
          />
          <Trans>Read</Trans>
        </Button>
        {children}
      </span>
      {isOpen ? (
        <div className="order-last min-w-0 grow basis-full max-sm:-mx-4 print:hidden">
          <FileReader {...file} />
        </div>
      ) : null}
    </>
  );
}
