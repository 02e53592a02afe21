import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { Failed, Loading } from '../ui/loading';
import { View } from '../ui/view';
import { Frame } from './frame';
import { FreshProofDialog } from './fresh-proof';
import { type Language, LANGUAGES, speak } from './language';
import { meQuery, onSignedOutElsewhere } from './session';
import { SignInAgainDialog } from './sign-in-again';
import { useSearch } from './router-hooks';
import { stringifySearch } from './search-params';
import { Redirect } from '../ui/redirect';

/** Around the views of people who are signed in. Shows nothing of them before the session is known. */
export function SessionLayout() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const [search] = useSearch();
  const navigate = useNavigate();
  const me = useQuery(meQuery);
  const language = me.data?.preferences.language;
  // What the account says holds on all machines.
  useEffect(() => {
    if (language && Object.hasOwn(LANGUAGES, language)) void speak(language as Language, true);
  }, [language]);
  useEffect(() => onSignedOutElsewhere(() => navigate({ to: '/sign-in' })), [navigate]);
  if (me.data === null) {
    const next = pathname + stringifySearch(search);
    return <Redirect to="/sign-in" search={next === '/' ? {} : { next }} />;
  }
  return (
    <Frame>
      {me.data ? (
        <Suspense fallback={<Loading lines={6} name={t`Loading this view`} />}>
          <Outlet />
        </Suspense>
      ) : me.error ? (
        <View title={t`This view could not be shown`}>
          <Failed error={me.error} retry={() => void me.refetch()} />
        </View>
      ) : (
        <Loading lines={6} name={t`Loading this view`} />
      )}
      <SignInAgainDialog />
      <FreshProofDialog />
    </Frame>
  );
}
