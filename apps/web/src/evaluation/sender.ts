import { auditsDecideOutcomes, CurbcutError, type Outcome, type OutcomeCell } from '@curbcut/client';
import { onlineManager } from '@tanstack/react-query';
import { call } from '../app/client';
import { queryClient } from '../app/queries';
import { meQuery } from '../app/session';
import type { Store } from '../app/store';
import { afterKept, type Change, changesOf, type Grid, keyOf, type Place, rowsOf, withoutChanges } from './cells';
import { type AuditPath, gridQuery } from './queries';
import type { WorkbenchState } from './workbench';

/** Several keys in a row are one request. */
const PAUSE_MS = 400;
/** How many cells a request may have, and how many letters of notes: its body has 256 kB at most. */
const MOST_CELLS = 1_000;
const MOST_LETTERS = 40_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** After these the same request may succeed; 0 is no answer. */
const PASSING = [0, 408, 429, 500, 502, 503, 504];

/** Sends what is said in a grid: in blocks, one after the other, again where the network is back. */
export interface Sender {
  /** There is something to send. */
  wake: () => void;
  /** Sends all at once; whether nothing is left. */
  flush: () => Promise<boolean>;
  /** Begins to send; what it answers ends that. */
  start: () => () => void;
}

interface Options {
  audit: AuditPath;
  store: Store<WorkbenchState>;
  /** What was said of these cells is refused. */
  refused: (places: readonly Place[], error: unknown) => void;
  /** The service has kept something. */
  kept: (outcomes: readonly Outcome[]) => void;
}

type Sent = Place & Change;

/** @see Sender */
export function createSender({ audit, store, refused, kept }: Options): Sender {
  const path = { orgId: audit.orgId, productSlug: audit.productSlug, auditNumber: audit.number as unknown as number };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MS;
  let underWay: Promise<void> | undefined;
  let isStopped = false;

  const later = (ms: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void send(), ms);
  };
  const read = (): Promise<Grid> => queryClient.fetchQuery({ ...gridQuery(audit), staleTime: 0 });

  /** Some cells are of another revision: they are shown as they are, beside what was to be said. */
  const compare = async (sent: readonly Sent[]): Promise<void> => {
    const grid = await read();
    const rows = rowsOf(grid, store.get().rows);
    const conflicts = new Map(store.get().conflicts);
    const settled: Place[] = [];
    for (const mine of sent) {
      const theirs = rows.get(mine.requirementId)?.read.get(mine.entry);
      if ((theirs?.revision ?? 0) === mine.ifRevision) continue;
      settled.push(mine);
      if (mine.note !== undefined || theirs?.outcome !== mine.outcome) conflicts.set(keyOf(mine), { mine, theirs });
    }
    store.set({ rows: withoutChanges(rows, settled), conflicts });
  };

  const sendBlock = async (block: readonly Sent[]): Promise<void> => {
    try {
      const { outcomes } = await call(auditsDecideOutcomes, { path, body: { outcomes: [...block] as never } });
      const cells = outcomes.map(cellOf);
      store.set({ rows: afterKept(store.get().rows, block, cells), trouble: undefined });
      wait = FIRST_WAIT_MS;
      kept(outcomes);
    } catch (error) {
      if (!(error instanceof CurbcutError)) throw error;
      if (error.code === 'outcome_changed') return compare(block);
      const isPassing = PASSING.includes(error.status) || error.code === 'unauthenticated';
      if (isPassing) throw error;
      store.set({ rows: withoutChanges(store.get().rows, block) });
      refused(block, error);
      await read().catch(() => undefined);
    }
  };

  const sendAll = async (): Promise<void> => {
    try {
      for (;;) {
        const block = blockOf(changesOf(store.get().rows));
        if (block.length === 0) break;
        await sendBlock(block);
      }
      store.set({ trouble: undefined });
    } catch (error) {
      store.set({ trouble: error });
      // Who has to sign in again says so by signing in.
      if (error instanceof CurbcutError && error.code === 'unauthenticated') return;
      const asked = error instanceof CurbcutError ? (error.retryAfter ?? 0) * 1000 : 0;
      later(Math.max(wait, asked));
      wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    }
  };
  const send = async (): Promise<void> => {
    clearTimeout(timer);
    if (!onlineManager.isOnline()) return undefined;
    underWay ??= sendAll().finally(() => (underWay = undefined));
    return underWay;
  };

  /** Sends what waits once the network is back, or somebody has signed in again. */
  const listen = (): (() => void)[] => {
    const [me] = meQuery.queryKey;
    return [
      onlineManager.subscribe((isOnline) => {
        wait = FIRST_WAIT_MS;
        if (isOnline && changesOf(store.get().rows).length > 0) later(0);
      }),
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        const isRead = type === 'updated' && query.queryKey[0] === me && query.state.status === 'success';
        if (isRead && store.get().trouble !== undefined) later(0);
      }),
    ];
  };
  return {
    wake: () => later(store.get().trouble === undefined ? PAUSE_MS : wait),
    flush: async () => {
      await send();
      // What was said while it was sent.
      await send();
      return changesOf(store.get().rows).length === 0;
    },
    start: () => {
      isStopped = false;
      const forget = listen();
      return () => {
        isStopped = true;
        clearTimeout(timer);
        for (const end of forget) end();
      };
    },
  };
}

/** What a request may have of what is to be sent. */
function blockOf(changes: readonly Sent[]): Sent[] {
  const block: Sent[] = [];
  let letters = 0;
  for (const change of changes.slice(0, MOST_CELLS)) {
    letters += change.note?.length ?? 0;
    if (block.length > 0 && letters > MOST_LETTERS) break;
    block.push(change);
  }
  return block;
}

const cellOf = ({ by, note, issueNumbers, evidenceIds, proposal, ...outcome }: Outcome): OutcomeCell => ({
  requirementId: outcome.requirementId,
  entry: outcome.entry,
  outcome: outcome.outcome,
  former: outcome.former,
  revision: outcome.revision,
  proposal: proposal?.outcome ?? null,
  byName: by?.name ?? null,
  hasNote: note !== null && note !== '',
  issueCount: issueNumbers.length,
  evidenceCount: evidenceIds.length,
});
