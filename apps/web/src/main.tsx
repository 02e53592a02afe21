import './ui/base.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { watchArrivals } from './app/arrival';
import { chosenLanguage, speak, spokenOf } from './app/language';
import { addressOnOwnOrigin } from './app/own-origin';
import { queryClient } from './app/queries';
import { router } from './app/router';

// Before anybody types: the service would refuse every change from another address.
const there = addressOnOwnOrigin(location, document.documentElement.dataset);
if (there !== undefined) {
  location.replace(there);
  await new Promise(() => undefined);
}

// A page that comes back from history shows nothing before the session is known.
addEventListener('pagehide', ({ persisted }) => (document.documentElement.hidden = persisted));
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

await speak(spokenOf([chosenLanguage(), ...navigator.languages]));
watchArrivals(router);
createRoot(document.querySelector('#console')!).render(
  <I18nProvider i18n={i18n}>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </I18nProvider>,
);
