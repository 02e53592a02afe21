import { useLingui } from '@lingui/react/macro';
import { useProductFilter } from '../products/product-filter';
import type { Filter } from '../ui/list-query';
import { optionsOf } from '../words/options';
import { FINDING_STATUSES, RATINGS } from '../words/terms';

/** What a list of findings can be narrowed by; at first to those that await triage. */
export function useFindingFilters(isOverProducts: boolean): Filter[] {
  const { t, i18n } = useLingui();
  const products = useProductFilter(isOverProducts);
  const ratings = optionsOf(i18n, RATINGS);
  return [
    { name: 'status', label: t`Status`, options: optionsOf(i18n, FINDING_STATUSES), initial: ['pending'] },
    { name: 'severity', label: t`Severity`, options: ratings },
    { name: 'impact', label: t`Impact`, options: ratings },
    {
      name: 'needsReview',
      label: t`Certainty`,
      options: [
        { value: 'true', label: t`Uncertain` },
        { value: 'any', label: t`Certain or uncertain` },
      ],
      isSingle: true,
    },
    {
      name: 'proposed',
      label: t`Context`,
      options: [
        { value: 'true', label: t`In pull requests only` },
        { value: 'false', label: t`In a main line` },
      ],
      isSingle: true,
    },
    ...products,
    // Links lead to these.
    { name: 'ruleId', label: t`Rule`, options: [] },
    { name: 'tool', label: t`Tool`, options: [] },
    { name: 'wcag', label: t`Criterion`, options: [] },
    { name: 'selector', label: t`Selector`, options: [], isSingle: true },
  ];
}
