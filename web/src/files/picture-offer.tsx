import { Trans } from '@lingui/react/macro';
import { MAX_FILE_BYTES } from '#domain/files/file-rules.ts';
import { Button } from '../ui/button.tsx';
import { useFileSize } from './file-size.ts';
import type { ChosenFiles } from './use-chosen-files.ts';

/** Asks whether a large picture is sent smaller. */
export function PictureOffer({
  file,
  chosen,
}: {
  file: ChosenFiles['files'][number];
  chosen: ChosenFiles;
}) {
  const sizeOf = useFileSize();
  if (!file.smaller) return null;
  const [size, smallerSize] = [sizeOf(file.file.size), sizeOf(file.smaller.size)];
  return (
    <span className="grid gap-2 pb-1">
      <output>
        <Trans>
          This picture has {size}. A smaller copy of {smallerSize} arrives sooner.
        </Trans>
      </output>
      <span className="flex flex-wrap gap-2">
        <Button tone="secondary" size="small" onPress={() => chosen.decide(file.key, true)}>
          <Trans>Use the smaller copy</Trans>
        </Button>
        {file.file.size > MAX_FILE_BYTES ? null : (
          <Button tone="quiet" size="small" onPress={() => chosen.decide(file.key, false)}>
            <Trans>Keep it as it is</Trans>
          </Button>
        )}
      </span>
    </span>
  );
}
