import type { Area, Priority, Rating } from '@curbcut/client';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOrganization } from '../organizations/organization';
import { Choices } from '../ui/choices';
import { Select } from '../ui/select';
import { optionsOf } from '../words/options';
import { PRIORITIES, RATINGS } from '../words/terms';
import { areasQuery } from './queries';

/** Ratings as a form has them; '': nobody said. */
export interface RatingValues extends Record<string, unknown> {
  severity: Rating | '';
  impact: Rating | '';
  effort: Rating | '';
  priority: Priority | '';
}

/** Nobody said any. */
export const NO_RATINGS: RatingValues = { severity: '', impact: '', effort: '', priority: '' };

/** A rating as the interface takes it. */
export const ratingOf = <V extends string>(value: V | ''): V | null => (value === '' ? null : value);

interface FieldOf<V> {
  id: string;
  value: V;
  onChange: (value: V) => void;
  error: string | undefined;
}

/** Chooses one of these ratings, or none: `<RatingField name="severity" {...form.field('severity')} />`. */
export function RatingField<N extends keyof RatingValues & string>({
  name,
  onChange,
  none,
  ...field
}: FieldOf<RatingValues[N]> & { name: N; none?: string }) {
  const { t, i18n } = useLingui();
  const labels: Record<string, string> = {
    severity: t`Severity`,
    impact: t`Impact`,
    effort: t`Effort`,
    priority: t`Priority`,
  };
  return (
    <Select
      label={labels[name]}
      {...field}
      value={String(field.value)}
      name={name}
      onChange={(value) => onChange(value as RatingValues[N])}
      options={[
        { value: '', label: none ?? t`Not specified` },
        ...optionsOf(i18n, name === 'priority' ? PRIORITIES : RATINGS),
      ]}
    />
  );
}

/** Chooses areas of a product, which are read when somebody comes to the field; `known` are named already. */
export function AreasField({
  productSlug,
  known = [],
  ...field
}: FieldOf<string[]> & { productSlug: string; known?: readonly Pick<Area, 'id' | 'name'>[] }) {
  const { t } = useLingui();
  const [isWanted, setWanted] = useState(false);
  const { data } = useQuery({ ...areasQuery(useOrganization().id, productSlug), enabled: isWanted });
  return (
    <Choices
      label={t`Areas`}
      {...field}
      options={namedOf([...known, ...(data ?? [])])}
      onFocus={() => setWanted(true)}
    />
  );
}

/** Records that have a name as what can be chosen, each once. */
export const namedOf = (records: readonly { id: string; name: string }[]) => [
  ...new Map(records.map(({ id, name }) => [id, { value: id, label: name }])).values(),
];
