import { useLingui } from '@lingui/react/macro';

/** The document's title: the screen's own name, then the product's in the reader's language. */
export function DocumentTitle({ name }: { name: string }) {
  const { t } = useLingui();
  return <title>{`${name} · ${t`Hamla`}`}</title>;
}
