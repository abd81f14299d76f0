import { useLingui } from '@lingui/react/macro';
import { useLocation } from 'react-router';
import { originPlaceholder } from '#api/site-origin.ts';
import { languages } from '#domain/languages.ts';
import { publicPath } from '../public-path.ts';
import { useLanguage } from '../ui/language-switch.tsx';

/** The regions that Open Graph wants beside a language. */
const regional = { en: 'en_GB', ar: 'ar_SA' } as const;

/**
 * What the head of one public page says of it: to search engines, to whoever shares it, and where its twin in the other
 * language stands. React lifts it all into the head.
 */
export function PageMeta({ title, description }: { title: string; description: string }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { pathname } = useLocation();
  const address = (other = language) => originPlaceholder + publicPath(other, pathname);
  const picture = `${originPlaceholder}/share-${language}.png`;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address()} />
      {languages.map((other) => (
        <link key={other} rel="alternate" hrefLang={other} href={address(other)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={address('en')} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={t`Hamla`} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address()} />
      <meta property="og:locale" content={regional[language]} />
      {languages
        .filter((other) => other !== language)
        .map((other) => (
          <meta key={other} property="og:locale:alternate" content={regional[other]} />
        ))}
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta
        property="og:image:alt"
        content={t`Hamla: advertise now, pay later. A poster, then one, two, three payments.`}
      />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={picture} />
    </>
  );
}

/** Facts for search engines, in the words of schema.org. It is data: nothing runs. */
export function StructuredData({ facts }: { facts: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...facts });
  return (
    <script
      type="application/ld+json"
      // "<" is escaped, so that no text can end the element.
      dangerouslySetInnerHTML={{ __html: json.replaceAll('<', '\\u003c') }}
    />
  );
}
