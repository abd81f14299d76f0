import { I18nProvider } from 'react-aria-components';
import { LanguageSwitch, useLanguage } from '../ui/language-switch.tsx';
import { Mark, Wordmark } from '../ui/brand.tsx';
import { CampaignMotif } from '../ui/motif.tsx';
import { SkipLink } from '../ui/skip-link.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { Components } from './components.tsx';
import { Section } from './section.tsx';
import { Tokens } from './tokens.tsx';
import './styleguide.css';

/** The design system, alive: every token and every component in its states. Development only. */
export default function Styleguide() {
  const language = useLanguage();
  return (
    <I18nProvider locale={language}>
      <title>Styleguide · Hamla</title>
      <SkipLink />
      <header className="sticky top-0 z-30 border-b border-line bg-paper">
        <div className="page flex min-h-17 items-center justify-between gap-4">
          <Wordmark />
          <div className="flex items-center">
            <LanguageSwitch />
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} className="page grid gap-16 py-12 outline-none">
        <h1 className="text-display max-w-[13ch]">
          {language === 'ar' ? 'حملة الآن، ودفعات لاحقًا' : 'A campaign now, payments later'}
        </h1>
        <Brand />
        <Tokens />
        <Components language={language} />
      </main>
      <Toaster />
    </I18nProvider>
  );
}

function Brand() {
  return (
    <Section title="Brand" lead="A poster that unfolds into one, two, three payments.">
      <div className="flex flex-wrap items-end gap-x-10 gap-y-6 text-palm">
        <Mark className="size-4" />
        <Mark className="size-6" />
        <Mark className="size-12" />
        <Mark className="size-32" />
        <Wordmark />
        <span className="bg-forest p-6 text-on-forest">
          <Mark className="size-12" />
        </span>
      </div>
      <div className="mt-8 grid gap-8 lg:grid-cols-2">
        <CampaignMotif className="w-full" />
        <div className="bg-forest p-8">
          <CampaignMotif tone="forest" className="w-full" />
        </div>
      </div>
    </Section>
  );
}
