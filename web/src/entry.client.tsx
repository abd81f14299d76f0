import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
// First of all: the router and everything after it find an address without the secrets of an email link.
import './accounts/email-link.ts';
import { isLanguage } from '#domain/languages.ts';
import { hideForOthers } from './accounts/hide-for-others.ts';
import { isWriting } from './api/outcome.ts';
import { keepLanguage } from './api/session.ts';
import { watchForRelease } from './ui/new-release.ts';
import { surviveTranslators } from './ui/translated-page.ts';
import { activateLanguage, documentLanguage, keepLanguageBy, languageKey } from './i18n.ts';

keepLanguageBy(keepLanguage);
watchForRelease(isWriting);
hideForOthers();
surviveTranslators();
// Another tab has changed the language of the device: one person reads one language.
addEventListener('storage', ({ key, newValue }) => {
  if (key === languageKey && isLanguage(newValue)) void activateLanguage(newValue);
});
// The texts of one language arrive before the first screen is drawn: nothing changes its words afterwards.
void activateLanguage(documentLanguage()).then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  }),
);
