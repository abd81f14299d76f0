import type { Language } from '#domain/languages.ts';

/** What an installation may state of the legal identity of its platform, in the order of the pages. */
export const legalFacts = ['name', 'cr_number', 'vat_number', 'address', 'licence'] as const;
export type LegalFact = (typeof legalFacts)[number];

/** The facts as the pages of a language show them; null: not stated, and no page invents one. */
export type LegalIdentity = Record<Language, Record<LegalFact, string | null>>;

/** A condition's key: whether any fact besides the name is stated. */
type Condition = LegalFact | 'registration';

/**
 * Marks of the built pages: the facts are known only where the server runs (`PLATFORM_…`), and it puts them in. What
 * stands between the beginning of a condition and its end stays where the condition holds.
 */
export const legalMark = {
  fact: (fact: LegalFact) => `{{${fact}}}`,
  ifStated: (condition: Condition) => `{{if ${condition}}}`,
  ifNotStated: (condition: Condition) => `{{unless ${condition}}}`,
  end: '{{end}}',
} as const;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The page with the facts in place of its marks. */
export function withLegalIdentity(page: string, facts: Record<LegalFact, string | null>): string {
  const isStated = (condition: string) =>
    condition === 'registration'
      ? legalFacts.some((fact) => fact !== 'name' && facts[fact] !== null)
      : facts[condition as LegalFact] !== null;
  return page
    .replaceAll(
      /\{\{(if|unless) (\w+)\}\}([\s\S]*?)\{\{end\}\}/g,
      (_, kind: string, condition: string, inner: string) =>
        isStated(condition) === (kind === 'if') ? inner : '',
    )
    .replaceAll(/\{\{(\w+)\}\}/g, (mark, fact: string) =>
      fact in facts
        ? (facts[fact as LegalFact] ?? '').replaceAll(/[&<>"]/g, (one) => escapes[one]!)
        : mark,
    );
}
