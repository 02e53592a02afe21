import type { Decision as Decided, Finding, FindingStatus } from '@curbcut/client';
import { t } from '@lingui/core/macro';
import { alert, announce } from '../app/announcements';
import { queryClient } from '../app/queries';
import { createStore, type Store } from '../app/store';
import { productsQuery } from '../products/queries';
import { problemText } from '../words/problems';
import {
  type Current,
  type Decision,
  type DialogName,
  isChosen,
  isGroupOpen,
  type TriageState,
  type Undo,
} from './triage-state';
import { focusRow, keepFocus } from './focus';
import { type ListChange, takeOut } from './list-change';
import { inOrder, nextOf, stepFrom } from './order';
import { findingQuery, groupsQuery, hasMore, loadMoreRows, rowsQuery, type Scope } from './queries';
import { canBeRetried, undoneText, undoOf } from './undo';

/** What is done in a list of findings. */
export interface Triage {
  scope: Scope;
  store: Store<TriageState>;
  slugOf: (productId: string) => string | undefined;
  /** The address of a finding in this list. */
  addressOf: (row: Current) => string;
  /** The rows that are shown, in their order. */
  rows: () => Finding[];
  /** The finding that is shown, as far as it is known. */
  shown: () => Finding | undefined;
  show: (row: Current, takesFocus?: boolean) => void;
  step: (steps: number, takesFocus?: boolean) => void;
  /** Shows the first where nothing is shown yet. */
  begin: () => void;
  toggleGroup: (key: string) => void;
  choose: (row: Finding) => void;
  chooseGroup: (key: string, count: number) => void;
  chooseAll: (count: number) => void;
  clearChoice: () => void;
  openDialog: (dialog: DialogName | undefined) => void;
  /** Takes the answer at once and goes on; a refusal brings the finding back. */
  answer: (row: Finding, to: FindingStatus, send: () => Promise<Decided | null>) => void;
  /** Notes a decision of many that was made. */
  note: (text: string, undo: Undo | undefined) => Decision;
  /** What many were answered, after it was done. */
  answered: (text: string, undo: Undo | undefined) => Promise<void>;
  undoNewest: () => void;
  undo: (decision: Decision) => Promise<void>;
}

/** How many of the next are read before somebody comes to them. */
const AHEAD = 2;
/** After the last answer the numbers are read anew. */
const SETTLED_MS = 1_500;

let last = 0;

/** A list of findings that somebody works through. */
export function createTriage(
  scope: Scope,
  current: Current | undefined,
  addressOf: (row: Current, productSlug: string | undefined) => string,
): Triage {
  const store = createStore<TriageState>({
    current,
    isInAddress: current !== undefined,
    open: undefined,
    chosen: new Set(),
    all: undefined,
    dialog: undefined,
    decisions: [],
  });
  const { orgId } = scope;
  const groups = () =>
    (queryClient.getQueryData(groupsQuery(scope).queryKey)?.groups ?? []).flatMap(({ key, count }) =>
      key === null ? [] : [{ key, count, rows: queryClient.getQueryData(rowsQuery(scope, key).queryKey) ?? [] }],
    );
  const isOpen = (key: string): boolean => isGroupOpen(store.get(), key, groups()[0]?.key);
  const rows = (): Finding[] => inOrder(groups().filter(({ key }) => isOpen(key)));
  const slugOf = (productId: string): string | undefined =>
    scope.productSlug ??
    queryClient.getQueryData(productsQuery(orgId).queryKey)?.find(({ id }) => id === productId)?.slug;

  const openGroup = (key: string): void => {
    const open = groups()
      .map((group) => group.key)
      .filter(isOpen);
    store.set({ open: new Set([...open, key]) });
  };
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
    store.set({ current: row, isInAddress });
    if (takesFocus) focusRow();
    readAhead();
  };

  /** The next after what goes away: among those that are shown, else of what is still to be loaded or opened. */
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

  let underWay = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The numbers are true again a moment after the last answer. */
  const settle = (): void => {
    clearTimeout(timer);
    if (underWay > 0) return;
    timer = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: ['findings', orgId], predicate: isOfGroups });
      for (const kind of ['products', 'issues'])
        void queryClient.invalidateQueries({ queryKey: [kind, orgId], refetchType: 'none' });
    }, SETTLED_MS);
  };
  const readAnew = async (): Promise<void> => {
    clearTimeout(timer);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['findings', orgId] }),
      queryClient.invalidateQueries({ queryKey: ['finding', orgId] }),
    ]);
    settle();
  };

  const note = (text: string, undo: Undo | undefined): Decision => {
    const decision = { id: ++last, text, undo };
    store.set({ decisions: [decision, ...store.get().decisions] });
    return decision;
  };
  const forget = ({ id }: Decision): void =>
    store.set({ decisions: store.get().decisions.filter((other) => other.id !== id) });
  const offer = (text: string, decision: Decision): void =>
    announce(text, decision.undo && { label: t`Undo`, run: () => void undo(decision) });
  const undo = async (decision: Decision): Promise<void> => {
    if (!decision.undo || !store.get().decisions.includes(decision)) return;
    forget(decision);
    try {
      const undone = await decision.undo();
      if (undone) {
        await readAnew();
        announce(undoneText(undone));
      }
    } catch (error) {
      const left = canBeRetried(error) ? decision : { ...decision, undo: undefined };
      store.set({ decisions: [left, ...store.get().decisions] });
      if (!left.undo) await readAnew();
      alert(t`Not undone: ${problemText(error)}`);
    }
    keepFocus();
  };

  const goOn = async (row: Finding, to: FindingStatus, decision: Decision, next: ReturnType<typeof following>) => {
    const found = next instanceof Promise ? await next : next;
    if (found) show(found);
    else store.set({ current: undefined });
    offer(textOf(to, found?.title), decision);
    keepFocus();
  };
  const answer = (row: Finding, to: FindingStatus, send: () => Promise<Decided | null>): void => {
    const gone = new Set([row.id]);
    const next = to === 'pending' ? row : following(gone);
    const change: ListChange = takeOut(scope, row, to);
    const sent = send().then((decided) => undoOf(orgId, [decided]));
    underWay += 1;
    // Pressed before it is there, Undo waits for it.
    const decision = note(row.title, async () => {
      const back = await sent.catch(() => undefined);
      const undone = await back?.();
      if (undone && undone.undone > 0) store.set({ current: row });
      return undone;
    });
    void goOn(row, to, decision, next);
    void sent
      .then(
        (back) => {
          if (!back)
            store.set({
              decisions: store.get().decisions.map((one) => (one === decision ? { ...one, undo: undefined } : one)),
            });
          void queryClient.invalidateQueries({ queryKey: ['finding', orgId, slugOf(row.productId), row.id] });
        },
        (error: unknown) => {
          change.takeBack();
          forget(decision);
          if (!store.get().current) store.set({ current: row });
          alert(t`Not saved: ${problemText(error)} ${row.title} is back.`);
        },
      )
      .finally(() => {
        underWay -= 1;
        settle();
      });
  };

  return {
    scope,
    store,
    slugOf,
    addressOf: (row) => addressOf(row, slugOf(row.productId)),
    rows,
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
    toggleGroup: (key) => {
      const open = groups()
        .map((group) => group.key)
        .filter(isOpen);
      store.set({ open: new Set(isOpen(key) ? open.filter((other) => other !== key) : [...open, key]) });
    },
    choose: (row) => {
      const { all, chosen } = store.get();
      const before = all
        ? rows()
            .filter(({ id }) => isChosen(store.get(), id, groupOf(groups(), id)))
            .map(({ id }) => id)
        : chosen;
      const now = new Set(before);
      if (!now.delete(row.id)) now.add(row.id);
      store.set({ all: undefined, chosen: now });
    },
    chooseGroup: (key, count) => {
      const loaded = groups().find((group) => group.key === key)?.rows ?? [];
      const { chosen, all } = store.get();
      if (loaded.length < count) {
        const isAll = all?.group === key;
        store.set({ all: isAll ? undefined : { group: key, count }, chosen: new Set() });
        return;
      }
      const areAll = loaded.every(({ id }) => isChosen(store.get(), id, key));
      const now = new Set(chosen);
      for (const { id } of loaded) {
        if (areAll) now.delete(id);
        else now.add(id);
      }
      store.set({ all: undefined, chosen: now });
    },
    chooseAll: (count) => store.set({ all: { group: null, count }, chosen: new Set() }),
    clearChoice: () => {
      store.set({ all: undefined, chosen: new Set() });
      keepFocus();
    },
    openDialog: (dialog) => store.set({ dialog }),
    answer,
    note,
    answered: async (text, back) => {
      const decision = note(text, back);
      store.set({ all: undefined, chosen: new Set() });
      await readAnew();
      const { current: now } = store.get();
      const all = rows();
      if (!all.some(({ id }) => id === now?.id)) store.set({ current: all[0] });
      offer(text, decision);
      keepFocus();
    },
    undoNewest: () => {
      const newest = store.get().decisions.find((decision) => decision.undo);
      if (newest) void undo(newest);
    },
    undo,
  };
}

const isOfGroups = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey.at(-1) === 'groups';

const groupOf = (groups: readonly { key: string; rows: readonly Finding[] }[], id: string): string | undefined =>
  groups.find(({ rows }) => rows.some((row) => row.id === id))?.key;

function textOf(to: FindingStatus, next: string | undefined): string {
  if (to === 'pending') return t`Reopened.`;
  if (next === undefined) return t`Nothing left to triage.`;
  return to === 'confirmed' ? t`Confirmed. Next: ${next}` : t`Dismissed. Next: ${next}`;
}
