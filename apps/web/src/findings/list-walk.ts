import type { Finding } from '@curbcut/client';
import { queryClient } from '../app/queries';
import type { Store } from '../app/store';
import { productsQuery } from '../products/queries';
import { focusRow } from './focus';
import { inOrder, nextOf, stepFrom } from './order';
import { findingQuery, groupsQuery, hasMore, loadMoreRows, rowsQuery, type Scope } from './queries';
import {
  type CountedGroup,
  type Current,
  groupKeyOf,
  inKeptOrder,
  type SeenRow,
  type TriageEvent,
  type TriageState,
} from './triage-state';

/** A group of the list with the rows of it that are loaded. */
interface LoadedGroup extends CountedGroup {
  rows: readonly Finding[];
}

/** The way through a list of findings: what is shown, what comes next, and what is loaded for that. */
export interface ListWalk {
  groups: () => LoadedGroup[];
  /** The rows that are shown, in their order. */
  rows: () => Finding[];
  /** The loaded rows of a group, or those that are shown, as they are ticked. */
  seenRows: (key?: string) => SeenRow[];
  slugOf: (productId: string) => string | undefined;
  /** The finding that is shown, as far as it is known. */
  shown: () => Finding | undefined;
  show: (row: Current, takesFocus?: boolean) => void;
  step: (steps: number, takesFocus?: boolean) => void;
  /** Shows the first where nothing is shown yet. */
  begin: () => void;
  toggleGroup: (key: string) => void;
  /** Expands the group of a finding that a link has opened. */
  reveal: (finding: Finding) => void;
  /** The next after what goes away: among those that are shown, else of what is still to be loaded or opened. */
  following: (gone: ReadonlySet<string>) => Finding | undefined | Promise<Finding | undefined>;
}

/** How many of the next are read before somebody comes to them. */
const AHEAD = 2;

/** @see ListWalk */
export function createWalk(
  scope: Scope,
  store: Pick<Store<TriageState>, 'get'>,
  dispatch: (event: TriageEvent) => void,
): ListWalk {
  const { orgId } = scope;
  const groups = (): LoadedGroup[] =>
    inKeptOrder(queryClient.getQueryData(groupsQuery(scope).queryKey)?.groups ?? [], store.get()).flatMap(
      ({ key, count }) =>
        key === null ? [] : [{ key, count, rows: queryClient.getQueryData(rowsQuery(scope, key).queryKey) ?? [] }],
    );
  const isOpen = (key: string): boolean => store.get().open.has(key);
  const rows = (): Finding[] => inOrder(groups().filter(({ key }) => isOpen(key)));
  const slugOf = (productId: string): string | undefined =>
    scope.productSlug ??
    queryClient.getQueryData(productsQuery(orgId).queryKey)?.find(({ id }) => id === productId)?.slug;

  const openGroup = (key: string): void => dispatch({ type: 'group expanded', key });
  /** A group that has rows nobody has loaded or opened, after the one where one is. */
  const waiting = () => {
    const all = groups();
    const { current: now } = store.get();
    const at = all.findIndex((group) => group.rows.some(({ id }) => id === now?.id));
    const follows = [...all.slice(Math.max(0, at)), ...all.slice(0, Math.max(0, at))];
    return follows.find((group) => !isOpen(group.key) || hasMore(group.rows, group.count));
  };
  const load = async (group: { key: string; rows: readonly Finding[] }): Promise<void> => {
    if (group.rows.length === 0) await queryClient.fetchQuery(rowsQuery(scope, group.key));
    else if (isOpen(group.key)) await loadMoreRows(scope, group.key);
  };
  /** Reads the next before somebody comes to them. */
  const readAhead = (): void => {
    const all = rows();
    const at = all.findIndex(({ id }) => id === store.get().current?.id);
    for (const { id, productId } of all.slice(at + 1, at + 1 + AHEAD)) {
      const slug = slugOf(productId);
      if (slug) void queryClient.prefetchQuery(findingQuery(orgId, slug, id));
    }
    const next = all.length - at <= AHEAD + 1 ? waiting() : undefined;
    if (next) void load(next).catch(() => undefined);
  };
  const show = (row: Current, takesFocus = false, isInAddress = true): void => {
    dispatch({ type: 'finding opened', row, isInAddress });
    if (takesFocus) focusRow();
    readAhead();
  };

  const following = (gone: ReadonlySet<string>): Finding | undefined | Promise<Finding | undefined> => {
    const all = rows();
    const after = all.slice(all.findLastIndex(({ id }) => gone.has(id)) + 1).find(({ id }) => !gone.has(id));
    if (after) return after;
    const group = waiting();
    if (!group) return nextOf(all, gone);
    const first = (): Finding | undefined => {
      openGroup(group.key);
      return (
        groups()
          .find(({ key }) => key === group.key)
          ?.rows.find(({ id }) => !gone.has(id)) ?? nextOf(rows(), gone)
      );
    };
    const isThere = !isOpen(group.key) && group.rows.length > 0;
    return isThere ? first() : load(group).then(first, () => nextOf(all, gone));
  };

  return {
    groups,
    rows,
    seenRows: (key) =>
      groups()
        .filter((group) => (key === undefined ? isOpen(group.key) : group.key === key))
        .flatMap((group) => group.rows.map((row) => seenRow(row, group.key))),
    slugOf,
    following,
    shown: () => {
      const { current: now } = store.get();
      const slug = now && slugOf(now.productId);
      const read = slug && queryClient.getQueryData(findingQuery(orgId, slug, now.id).queryKey);
      return read || rows().find(({ id }) => id === now?.id);
    },
    show,
    step: (steps, takesFocus = false) => {
      const all = rows();
      const { current: now } = store.get();
      const at = all.findIndex(({ id }) => id === now?.id);
      const isLast = steps === 1 && at === all.length - 1;
      const target = isLast ? following(new Set(all.map(({ id }) => id))) : stepFrom(all, now?.id, steps);
      void Promise.resolve(target).then((row) => row && show(row, takesFocus));
    },
    begin: () => {
      const [first] = rows();
      if (!store.get().current && first) show(first, false, false);
      else readAhead();
    },
    toggleGroup: (key) => dispatch({ type: 'group toggled', key }),
    reveal: (finding) => {
      const key = groupKeyOf(finding, scope.by);
      const isListed = groups().some((group) => group.key === key);
      if (key !== null && isListed && store.get().current?.id === finding.id) openGroup(key);
    },
  };
}

const seenRow = ({ id, productId, revision }: Finding, group: string): SeenRow => ({ id, productId, revision, group });
