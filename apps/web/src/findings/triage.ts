import type { Decision as Decided, Finding, FindingStatus } from '@curbcut/client';
import { t } from '@lingui/core/macro';
import { alert, announce } from '../app/announcements';
import { queryClient } from '../app/queries';
import { createStore, type Store } from '../app/store';
import { problemText } from '../words/problems';
import { type Choice, createChoice } from './choice';
import { keepFocus } from './focus';
import { type ListChange, takeOut } from './list-change';
import { createWalk, type ListWalk } from './list-walk';
import type { Scope } from './queries';
import type { Current, Decision, DialogName, TriageState, Undo } from './triage-state';
import { canBeRetried, undoneText, undoOf } from './undo';

/** What is done in a list of findings. */
export interface Triage extends Omit<ListWalk, 'groups' | 'following'>, Choice {
  scope: Scope;
  store: Store<TriageState>;
  /** The address of a finding in this list. */
  addressOf: (row: Current) => string;
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
  const walk = createWalk(scope, store);
  const { rows, slugOf, show, following } = walk;

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
          alert(t`Not saved: ${problemText(error)} ${row.title} is restored.`);
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
    shown: walk.shown,
    show,
    step: walk.step,
    begin: walk.begin,
    toggleGroup: walk.toggleGroup,
    ...createChoice(store, walk),
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

function textOf(to: FindingStatus, next: string | undefined): string {
  if (to === 'pending') return t`Reopened.`;
  if (next === undefined) return t`No findings left to triage.`;
  return to === 'confirmed' ? t`Confirmed. Next: ${next}` : t`Dismissed. Next: ${next}`;
}
