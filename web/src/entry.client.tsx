import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { activateLanguage, documentLanguage } from './i18n.ts';

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
