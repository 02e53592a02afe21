import { useLingui } from '@lingui/react/macro';
import { Select } from '../ui/select';
import { LANGUAGES, type Language, speak } from './language';

/** Chooses the language of this machine. */
export function LanguageChoice() {
  const { t, i18n } = useLingui();
  if (Object.keys(LANGUAGES).length === 1) return null;
  return (
    <Select
      label={t`Language`}
      value={i18n.locale}
      onChange={(language) => void speak(language as Language, true)}
      options={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label, lang: value }))}
    />
  );
}
