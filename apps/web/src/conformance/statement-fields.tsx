import type { EuropeanUnionCountry } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import type { FormState } from '../ui/form';
import { Select } from '../ui/select';
import { TextArea, TextField } from '../ui/text-field';
import { optionsOf } from '../words/options';
import { PartsField } from './parts-field';
import type { ReportValues } from './report-values';
import { PREPARERS } from './words';

const COUNTRIES: readonly EuropeanUnionCountry[] = [
  ...(['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU'] as const),
  ...(['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'] as const),
];

interface Props {
  field: FormState<ReportValues>['field'];
  setCountry: (country: string) => void;
  setPreparer: (preparer: string) => void;
}

/** What forms of accessibility statements need, and reports do not. */
export function StatementFields({ field, setCountry, setPreparer }: Props) {
  const { t, i18n } = useLingui();
  const names = new Intl.DisplayNames(i18n.locale, { type: 'region' });
  const countries = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value }));
  const none = { value: '', label: t`Not specified` };
  const address = [
    { name: 'name' as const, label: t`Name`, autoComplete: 'off' },
    { name: 'url' as const, label: t`Address`, type: 'url', autoComplete: 'off' },
  ];
  return (
    <>
      <Select
        label={t`Prepared by`}
        {...field('preparedBy')}
        onChange={setPreparer}
        options={[none, ...optionsOf(i18n, PREPARERS)]}
      />
      <Select
        label={t`Country`}
        hint={t`The country of the law in the statement.`}
        {...field('country')}
        onChange={setCountry}
        options={[none, ...countries.sort((a, b) => a.label.localeCompare(b.label))]}
      />
      <PartsField label={t`National law`} {...field('legislation')} parts={address} />
      <PartsField label={t`Enforcement procedure if there is no response`} {...field('enforcement')} parts={address} />
      <TextField label={t`Feedback contact`} type="url" autoComplete="off" {...field('feedbackUrl')} />
      <TextArea label={t`Description of the service`} maxLength={10_000} rows={3} {...field('serviceOperation')} />
      <TextField label={t`URL of the multi-year plan`} type="url" autoComplete="off" {...field('schemaUrl')} />
      <TextField label={t`URL of the action plan`} type="url" autoComplete="off" {...field('actionPlanUrl')} />
    </>
  );
}
