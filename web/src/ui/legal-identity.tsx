import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { legalFacts, legalMark, type LegalFact } from '#api/legal-identity.ts';

/**
 * The legal identity of the platform on pages of content. The server fills it in: the built page has marks
 * (api/legal-identity.ts).
 */

type Condition = Parameters<typeof legalMark.ifStated>[0];

// The development server fills in nothing.
function WhenStated({ fact, children }: { fact: Condition; children: ReactNode }) {
  if (import.meta.env.DEV) return null;
  return (
    <>
      {legalMark.ifStated(fact)}
      {children}
      {legalMark.end}
    </>
  );
}

function WhenNotStated({ fact, children }: { fact: Condition; children: ReactNode }) {
  if (import.meta.env.DEV) return children;
  return (
    <>
      {legalMark.ifNotStated(fact)}
      {children}
      {legalMark.end}
    </>
  );
}

function useNames(): Record<LegalFact, ReactNode> {
  return {
    name: <Trans>Legal name</Trans>,
    cr_number: <Trans>Commercial registration</Trans>,
    vat_number: <Trans>VAT number</Trans>,
    address: <Trans>Address</Trans>,
    licence: <Trans>Licence</Trans>,
  };
}

/** Of the footer: what is stated, in one line. */
export function LegalLine() {
  const names = useNames();
  return (
    <p>
      {legalFacts.map((fact) => (
        <WhenStated key={fact} fact={fact}>
          <span className="me-4 inline-block">
            {fact === 'cr_number' || fact === 'vat_number' ? <>{names[fact]} </> : null}
            <bdi translate="no">{legalMark.fact(fact)}</bdi>
          </span>
        </WhenStated>
      ))}
      <WhenNotStated fact="registration">
        <Trans>This installation has not stated its registration and licence yet.</Trans>
      </WhenNotStated>
    </p>
  );
}

/** Of the legal pages: each fact, also that it is not stated. */
export function LegalIdentity() {
  const names = useNames();
  return (
    <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
      {legalFacts.map((fact) => (
        <div key={fact} className="contents">
          <dt>{names[fact]}</dt>
          <dd className="max-sm:mb-2">
            <WhenStated fact={fact}>
              <bdi translate="no" className="font-semibold text-ink">
                {legalMark.fact(fact)}
              </bdi>
            </WhenStated>
            <WhenNotStated fact={fact}>
              <Trans>Not stated by this installation yet</Trans>
            </WhenNotStated>
          </dd>
        </div>
      ))}
    </dl>
  );
}
