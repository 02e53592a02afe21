import type { Rating, SettableRiskStatus } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { Select } from '../ui/select';
import { optionsOf } from '../words/options';
import { RATINGS, RISK_STATUSES } from '../words/terms';

interface FieldOf<V> {
  id: string;
  value: V;
  onChange: (value: V) => void;
  error: string | undefined;
}

/** How probable a risk is, or how bad it would be; '': nobody said. */
export function RiskRatingField({
  name,
  onChange,
  none,
  ...field
}: FieldOf<Rating | ''> & { name: 'likelihood' | 'impact'; none?: string }) {
  const { t, i18n } = useLingui();
  return (
    <Select
      label={name === 'likelihood' ? t`Likelihood` : t`Impact`}
      name={name}
      onChange={(value) => onChange(value as Rating | '')}
      options={[{ value: '', label: none ?? t`Not specified` }, ...optionsOf(i18n, RATINGS)]}
      {...field}
    />
  );
}

/** What became of a risk, as far as people say it; that it has come true its issue says. */
export function RiskStatusField<S extends SettableRiskStatus | ''>({
  onChange,
  none,
  ...field
}: FieldOf<S> & { none?: string }) {
  const { t, i18n } = useLingui();
  const options = optionsOf(i18n, RISK_STATUSES).filter(({ value }) => value !== 'materialized');
  return (
    <Select
      label={t`Status`}
      onChange={(value) => onChange(value as S)}
      options={none === undefined ? options : [{ value: '', label: none }, ...options]}
      {...field}
    />
  );
}
