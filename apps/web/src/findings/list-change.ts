import type { Finding, FindingsGroup, FindingGroupPage, FindingStatus } from '@curbcut/client';
import { queryClient } from '../app/queries';
import { putBack } from './order';
import { groupsQuery, rowsQuery, type Scope } from './queries';

/** What was changed in the lists that are loaded, before the service took it. */
export interface ListChange {
  /** The group of the finding; undefined: the list does not have it, as far as it is loaded. */
  group: string | undefined;
  takeBack: () => void;
  /** Keeps the revision that the service answered, so that the next action on the row is not refused as outdated. */
  confirm: (answered: Pick<Finding, 'revision' | 'status'>) => void;
}

/** Takes a finding out of the list, or shows its new status where the list has findings of that status too. */
export function takeOut(scope: Scope, row: Finding, to: FindingStatus): ListChange {
  const groups = groupsQuery(scope).queryKey;
  void queryClient.cancelQueries({ queryKey: groups });
  const before = queryClient.getQueryData(groups);
  const key = before?.groups.map((group) => group.key).find((one) => one !== null && hasRow(scope, one, row.id));
  if (key == null) return { group: undefined, takeBack: () => undefined, confirm: () => undefined };
  const { queryKey } = rowsQuery(scope, key);
  void queryClient.cancelQueries({ queryKey });
  const rowsBefore = queryClient.getQueryData(queryKey) ?? [];
  if (stays(scope, to)) {
    const as = (status: FindingStatus) =>
      queryClient.setQueryData<Finding[]>(queryKey, (rows = []) =>
        rows.map((one) => (one.id === row.id ? { ...one, status } : one)),
      );
    as(to);
    return {
      group: key,
      takeBack: () => as(row.status),
      confirm: ({ revision, status }) =>
        queryClient.setQueryData<Finding[]>(queryKey, (rows = []) =>
          rows.map((one) => (one.id === row.id ? { ...one, revision, status } : one)),
        ),
    };
  }
  queryClient.setQueryData<Finding[]>(queryKey, (rows = []) => rows.filter(({ id }) => id !== row.id));
  count(groups, before, key, row, -1);
  return {
    group: key,
    takeBack: () => {
      queryClient.setQueryData<Finding[]>(queryKey, (rows = []) => putBack(rows, row, rowsBefore));
      count(groups, before, key, row, 1);
    },
    confirm: () => undefined,
  };
}

const hasRow = (scope: Scope, key: string, id: string): boolean =>
  queryClient.getQueryData(rowsQuery(scope, key).queryKey)?.some((row) => row.id === id) ?? false;

const stays = ({ filters }: Scope, to: FindingStatus): boolean => {
  const statuses = filters['status'] as readonly string[] | undefined;
  return !statuses || statuses.includes(to);
};

/** Counts a finding out of its group, or in again; a group of none goes away. */
function count(
  queryKey: ReturnType<typeof groupsQuery>['queryKey'],
  before: FindingGroupPage | undefined,
  key: string,
  { severity }: Finding,
  by: 1 | -1,
): void {
  const counted = (group: FindingsGroup): FindingsGroup => ({
    ...group,
    count: group.count + by,
    bySeverity: { ...group.bySeverity, [severity ?? 'none']: group.bySeverity[severity ?? 'none'] + by },
  });
  queryClient.setQueryData(queryKey, (page) => {
    if (!page) return page;
    const isThere = page.groups.some((group) => group.key === key);
    const gone = before?.groups.find((group) => group.key === key);
    const empty = gone && { ...gone, count: 0, bySeverity: { high: 0, medium: 0, low: 0, none: 0 } };
    const groups = isThere || !empty ? page.groups : [...page.groups, empty];
    return {
      ...page,
      findings: page.findings + by,
      groups: groups.map((group) => (group.key === key ? counted(group) : group)).filter((group) => group.count > 0),
    };
  });
}
