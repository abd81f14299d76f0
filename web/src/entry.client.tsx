import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepLanguage } from './api/session.ts';
import { activateLanguage, documentLanguage, keepLanguageBy } from './i18n.ts';

keepLanguageBy(keepLanguage);
// The texts of one language arrive before the first screen is drawn: nothing changes its words afterwards.
await activateLanguage(documentLanguage());
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
