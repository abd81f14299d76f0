import { useLanguage } from '../ui/language-switch.tsx';
import sizes from './scene-sizes.json' with { type: 'json' };

/**
 * A part of the product as it is, in the language and the theme of the page: taken from the filled demo by
 * `npm run screenshots`. page-script.ts has it follow a theme that was chosen on the page.
 */
export function Scene({ name, alt }: { name: keyof typeof sizes; alt: string }) {
  const language = useLanguage();
  const address = (theme: string) => `/scenes/${name}-${language}-${theme}.webp`;
  return (
    <picture>
      <source media="(prefers-color-scheme:dark)" srcSet={address('dark')} />
      <img src={address('light')} alt={alt} {...sizes[name][language]} loading="lazy" />
    </picture>
  );
}
