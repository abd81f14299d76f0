import { useLingui } from '@lingui/react/macro';

/** "48 kB", "1.2 MB", in the reader's language. */
export function useFileSize(): (bytes: number) => string {
  const { i18n } = useLingui();
  return (bytes) => {
    const isLarge = bytes >= 1_000_000;
    return new Intl.NumberFormat(`${i18n.locale}-u-nu-latn`, {
      style: 'unit',
      unit: isLarge ? 'megabyte' : 'kilobyte',
      maximumFractionDigits: isLarge ? 1 : 0,
    }).format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000));
  };
}
