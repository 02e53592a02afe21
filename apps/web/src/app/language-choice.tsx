import { accountUpdate } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Select } from '../ui/select';
import { problemText } from '../words/problems';
import { alert } from './announcements';
import { call } from './client';
import { LANGUAGES, type Language, speak } from './language';
import { meQuery } from './session';

/** Chooses the language of this machine, and of the account where somebody is signed in. */
export function LanguageChoice() {
  const { t, i18n } = useLingui();
  const queryClient = useQueryClient();
  if (Object.keys(LANGUAGES).length === 1) return null;
  const choose = async (language: Language): Promise<void> => {
    try {
      await speak(language, true);
      if (!queryClient.getQueryData(meQuery.queryKey)) return;
      queryClient.setQueryData(meQuery.queryKey, await call(accountUpdate, { body: { preferences: { language } } }));
    } catch (error) {
      alert(problemText(error));
    }
  };
  return (
    <Select
      label={t`Language`}
      value={i18n.locale}
      onChange={(language) => void choose(language as Language)}
      options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label, lang: value }))}
    />
  );
}
