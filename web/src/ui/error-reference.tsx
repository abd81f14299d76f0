import { useLanguage } from './language-switch.tsx';

/** Codes of #domain/error-codes.ts that are no refusals: the server's log says more. */
const unexpected = new Set(['unexpected_failure', 'outcome_unknown']);

/** Not in a catalogue: a toast needs it when no further texts could be loaded. */
const label = { en: 'Reference:', ar: 'المرجع:' };

/** By what the operator finds an unexpected error of api-error.ts in the log; undefined for anything else. */
export function referenceOf(error: unknown): string | undefined {
  const { code, request_id } = (error ?? {}) as { code?: string; request_id?: string };
  return code !== undefined && unexpected.has(code) ? request_id : undefined;
}

/** The line below an unexpected error that names its request; nothing below a refusal. */
export function ErrorReference({ of }: { of: unknown }) {
  const words = label[useLanguage()];
  const reference = referenceOf(of);
  if (reference === undefined) return null;
  return (
    <p className="text-sm text-ink-soft">
      {words}{' '}
      <bdi translate="no" dir="ltr" className="wrap-anywhere select-all">
        {reference}
      </bdi>
    </p>
  );
}
