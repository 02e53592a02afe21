import { useLingui } from '@lingui/react/macro';
import { useProductFilter } from '../products/product-filter';
import { usePeople } from './people';
import type { Filter } from '../ui/list-query';
import { optionsOf } from '../words/options';
import { ISSUE_STATES, PRIORITIES, RATINGS } from '../words/terms';

/** What a list of issues can be narrowed by; over products by these too. */
export function useIssueFilters(isOverProducts: boolean): Filter[] {
  const { t, i18n } = useLingui();
  const products = useProductFilter(isOverProducts);
  const ratings = optionsOf(i18n, RATINGS);
  const { members, teams } = usePeople(true);
  return [
    { name: 'state', label: t`State`, options: optionsOf(i18n, ISSUE_STATES) },
    {
      name: 'assigneeId',
      label: t`Assignee`,
      options: [{ value: 'me', label: t`Me` }, { value: 'none', label: t`Unassigned` }, ...members],
    },
    { name: 'team', label: t`Team`, options: teams },
    {
      name: 'overdue',
      label: t`Due date`,
      options: [
        { value: 'true', label: t`Overdue` },
        { value: 'false', label: t`Not overdue` },
      ],
      isSingle: true,
    },
    { name: 'watching', label: t`Watching`, options: [{ value: 'true', label: t`Watched by me` }], isSingle: true },
    { name: 'severity', label: t`Severity`, options: ratings },
    { name: 'impact', label: t`Impact`, options: ratings },
    { name: 'effort', label: t`Effort`, options: ratings },
    { name: 'priority', label: t`Priority`, options: optionsOf(i18n, PRIORITIES) },
    {
      name: 'source',
      label: t`Source`,
      options: [
        { value: 'internal', label: t`Curbcut` },
        { value: 'external', label: t`Another tracker` },
      ],
    },
    ...products,
  ];
}
