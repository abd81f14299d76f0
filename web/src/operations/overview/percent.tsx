import { shareText } from '#domain/share.ts';

/** A share in tenths of a percent. */
export function Percent({ of }: { of: number }) {
  return (
    <bdi translate="no" dir="ltr" className="whitespace-nowrap tabular-nums">
      {shareText(of)}
    </bdi>
  );
}
