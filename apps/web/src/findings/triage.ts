import type { Decision as Decided, Finding, FindingsGroup, FindingStatus } from '@curbcut/client';
import { plural, t } from '@lingui/core/macro';
import { alert, announce } from '../app/announcements';
import { now } from '../app/clock';
import { keepDraft, readDraft } from '../app/drafts';
import { queryClient } from '../app/queries';
import { createStore, type Store } from '../app/store';
import { problemText } from '../words/problems';
import { type Choice, createChoice } from './choice';
import { keepFocus } from './focus';
import { takeOut } from './list-change';
import { createWalk, type ListWalk } from './list-walk';
import { nameOf } from './names';
import { nextOf } from './order';
import { groupsQuery, type Scope } from './queries';
import {
  type Current,
  type Decision,
  type DialogName,
  initialState,
  isTicked,
  keptOf,
  type Part,
  reduce,
  type SkippedFinding,
  stillUndoable,
  type TriageEvent,
  type TriageState,
} from './triage-state';
import { canBeRetried, idsOf, undoneText, undoOf } from './undo';

/** What calls answer about one finding. */
interface Answer {
  decision: Decided | null;
  finding: Pick<Finding, 'revision' | 'status'>;
}

/** What bulk requests have decided. */
interface ManyDecided {
  text: string;
  decided: readonly (Decided | null)[];
  skipped: readonly string[];
}

/** What is done in a list of findings. */
export interface Triage extends Omit<ListWalk, 'following' | 'seenRows'>, Choice {
  scope: Scope;
  store: Pick<Store<TriageState>, 'get' | 'subscribe'>;
  /** The address of a finding in this list. */
  addressOf: (row: Current) => string;
  openDialog: (dialog: DialogName | undefined) => void;
  /** Keeps the groups of the list in the order in which they were first listed. */
  list: (groups: readonly Pick<FindingsGroup, 'key'>[]) => void;
  /** When the list was read: bulk requests by a filter name it. */
  seenAt: () => Date;
  /** Takes the answer at once and goes on; a refusal brings the finding back. */
  answer: (row: Finding, to: FindingStatus, send: () => Promise<Answer>) => void;
  /** What many were answered, after it was done. */
  answered: (many: ManyDecided) => Promise<void>;
  /** What the first requests of several have decided, where a later one failed. */
  answeredPartly: (many: ManyDecided, parts: readonly Part[]) => Promise<void>;
  undoNewest: () => void;
  undo: (decision: Decision) => Promise<void>;
}

/** After the last answer the numbers are read anew. */
const SETTLED_MS = 1_500;

let last = 0;

/** A list of findings that somebody works through. */
export function createTriage(
  scope: Scope,
  current: Current | undefined,
  addressOf: (row: Current, productSlug: string | undefined) => string,
): Triage {
  const { orgId } = scope;
  const kept = createKept(scope);
  const store = createStore<TriageState>(initialState(current, kept.read()));
  const dispatch = (event: TriageEvent): void => {
    const before = store.get();
    const after = reduce(before, event);
    if (after !== before) store.set(after);
    if (after.decisions !== before.decisions) kept.write(after.decisions);
  };
  const walk = createWalk(scope, store, dispatch);
  const { rows, slugOf, show, following } = walk;
  const groupsKey = groupsQuery(scope).queryKey;

  let seenAt = serverTime(queryClient.getQueryState(groupsKey)?.dataUpdatedAt ?? Date.now());
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
    const begun = now();
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['findings', orgId] }),
      queryClient.invalidateQueries({ queryKey: ['finding', orgId] }),
    ]);
    seenAt = begun;
    settle();
  };
  const left = (): string => leftText(scope, queryClient.getQueryData(groupsKey)?.findings ?? 0);

  const note = (of: Pick<Decision, 'text' | 'isOne' | 'undo'>, ids: readonly string[] = []): Decision => {
    const decision = { id: ++last, ...of, ...(ids.length > 0 && { made: { ids, at: now() } }) };
    dispatch({ type: 'decision noted', decision });
    return decision;
  };
  const forget = ({ id }: Decision): void => dispatch({ type: 'decision forgotten', id });
  const offer = (text: string, { id, undo: canUndo }: Decision): void =>
    announce(text, canUndo && { label: t`Undo`, run: () => void undoOne(id) });
  const undoOne = async (id: number): Promise<void> => {
    const decision = store.get().decisions.find((one) => one.id === id);
    if (!decision?.undo) return;
    forget(decision);
    try {
      const undone = await decision.undo();
      if (undone) {
        await readAnew();
        announce([undoneText(undone), ...(decision.isOne ? [`${decision.text}.`] : []), left()].join(' '));
      }
    } catch (error) {
      const again = canBeRetried(error) ? decision : { ...decision, undo: undefined };
      dispatch({ type: 'decision noted', decision: again });
      if (!again.undo) await readAnew();
      alert(t`Not undone: ${problemText(error)}`);
    }
    keepFocus();
  };

  const goOn = async (to: FindingStatus, decision: Decision, next: ReturnType<typeof following>) => {
    const found = next instanceof Promise ? await next : next;
    if (found) show(found);
    else dispatch({ type: 'finding opened', row: undefined });
    offer(textOf(to, found && nameOf(found), left()), decision);
    keepFocus();
  };
  const answer = (row: Finding, to: FindingStatus, send: () => Promise<Answer>): void => {
    const next = to === 'pending' ? row : following(new Set([row.id]));
    const change = takeOut(scope, row, to);
    dispatch({ type: 'finding left', id: row.id, group: change.group });
    const sent = send();
    underWay += 1;
    // Pressed before it is there, Undo waits for it.
    const undo = async () => {
      const answered = await sent.catch(() => undefined);
      const undone = await undoOf(orgId, idsOf([answered?.decision ?? null]))?.();
      if (undone && undone.undone > 0) dispatch({ type: 'finding opened', row });
      return undone;
    };
    const decision = note({ text: nameOf(row), isOne: true, undo });
    void goOn(to, decision, next);
    void sent
      .then(
        ({ decision: decided, finding }) => {
          change.confirm(finding);
          const ids = idsOf([decided]);
          const made = { ids, at: now() };
          dispatch({
            type: 'decision changed',
            decision: ids.length > 0 ? { ...decision, made } : { ...decision, undo: undefined },
          });
          void queryClient.invalidateQueries({ queryKey: ['finding', orgId, slugOf(row.productId), row.id] });
          // The list may have it among what was still being loaded.
          if (change.group === undefined) void readAnew();
        },
        (error: unknown) => {
          change.takeBack();
          forget(decision);
          if (!store.get().current) dispatch({ type: 'finding opened', row });
          const name = nameOf(row);
          alert(`${t`Not saved: ${problemText(error)} ${name} is restored.`} ${left()}`);
        },
      )
      .finally(() => {
        underWay -= 1;
        settle();
      });
  };
  const tickedIds = (): Set<string> => {
    const state = store.get();
    return new Set(
      walk.groups().flatMap(({ key, rows: its }) => its.flatMap(({ id }) => (isTicked(state, id, key) ? [id] : []))),
    );
  };
  const skippedOf = (ids: readonly string[]): SkippedFinding[] => {
    const known = new Map(walk.groups().flatMap((group) => group.rows.map((row) => [row.id, row])));
    return ids.map((id) => ({ id, row: known.get(id) }));
  };

  return {
    scope,
    store,
    slugOf,
    addressOf: (row) => addressOf(row, slugOf(row.productId)),
    groups: walk.groups,
    rows,
    shown: walk.shown,
    show,
    step: walk.step,
    begin: walk.begin,
    toggleGroup: walk.toggleGroup,
    reveal: walk.reveal,
    ...createChoice(store, dispatch, walk),
    openDialog: (dialog) => dispatch({ type: 'dialog opened', dialog }),
    list: (groups) => dispatch({ type: 'groups listed', keys: groups.map(({ key }) => key) }),
    seenAt: () => new Date(seenAt),
    answer,
    answered: async ({ text, decided, skipped }) => {
      const ids = idsOf(decided);
      const decision = note({ text, isOne: false, undo: undoOf(orgId, ids) }, ids);
      const { current: before, isInAddress } = store.get();
      const gone = tickedIds();
      const next = before && gone.has(before.id) ? nextOf(rows(), gone) : before;
      // What was decided elsewhere is named as it was seen here: read anew, the list may no longer have it.
      dispatch({ type: 'bulk action done', skipped: skippedOf(skipped) });
      await readAnew();
      const all = rows();
      const isThere = (row: Current | undefined): boolean => all.some(({ id }) => id === row?.id);
      const found = [next, before].find(isThere) ?? all[0] ?? (await following(new Set()));
      const stays = found?.id === before?.id;
      dispatch({ type: 'finding opened', row: found, isInAddress: stays ? isInAddress : true });
      offer(`${text} ${left()}`, decision);
      keepFocus();
    },
    answeredPartly: async ({ text, decided }, parts) => {
      const ids = idsOf(decided);
      note({ text, isOne: false, undo: undoOf(orgId, ids) }, ids);
      dispatch({ type: 'parts decided', parts });
      await readAnew();
    },
    undoNewest: () => {
      const newest = store.get().decisions.find((decision) => decision.undo);
      if (newest) void undoOne(newest.id);
    },
    undo: ({ id }) => undoOne(id),
  };
}

/** A time of this machine by the clock of the service. */
const serverTime = (at: number): number => at - (Date.now() - now());

/** The decisions of a list in the tab: they can be undone after a reload too, until somebody signs out. */
function createKept({ orgId, productSlug }: Scope) {
  const name = `decisions ${orgId} ${productSlug ?? ''}`;
  return {
    read: (): Decision[] =>
      stillUndoable(readDraft(name), now()).map(({ text, isOne, ids, at }) => ({
        id: ++last,
        text,
        isOne,
        undo: undoOf(orgId, ids),
        made: { ids, at },
      })),
    write: (decisions: readonly Decision[]): void => void keepDraft(name, keptOf(decisions)),
  };
}

const isOfGroups = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey.at(-1) === 'groups';

function textOf(to: FindingStatus, next: string | undefined, left: string): string {
  if (next === undefined) return t`No findings left to triage.`;
  if (to === 'pending') return t`Reopened: ${next}. ${left}`;
  return to === 'confirmed' ? t`Confirmed. Next: ${next}. ${left}` : t`Dismissed. Next: ${next}. ${left}`;
}

/** How many findings are left, where the list has only those that await triage; else how many it has. */
function leftText({ filters }: Scope, count: number): string {
  const statuses = filters['status'] as readonly string[] | undefined;
  return statuses?.length === 1 && statuses[0] === 'pending'
    ? plural(count, { one: '# finding left.', other: '# findings left.' })
    : plural(count, { one: '# finding in the list.', other: '# findings in the list.' });
}
