import { type AgentService, type Picture, RunLost } from './service.js';
import type { Page, PageResult, Run } from './wire.js';

/** A run while its lease is ours. Each call renews that; `lost` aborts when it has ended or the run was cancelled. */
export interface HeldRun {
  run: Run;
  lost: AbortSignal;
  next(count: number): Promise<Page[]>;
  /** Digests of pictures that the service has not. */
  results(pages: readonly PageResult[]): Promise<string[]>;
  /** Reports addresses that no page led to: those of a sitemap. */
  found(addresses: readonly string[]): Promise<void>;
  evidence(pictures: readonly Picture[]): Promise<void>;
  finish(outcome: 'done' | 'failed', reason?: string, message?: string): Promise<void>;
  /** Ends the heartbeats; `isStopping` says to the service that another agent should go on. */
  release(isStopping: boolean): Promise<void>;
}

const MOST_MESSAGE = 500;

/** Holds a run: says every third of its lease that it is under way. */
export function holdRun(service: AgentService, run: Run, toolVersions: Record<string, string>): HeldRun {
  const ended = new AbortController();
  let [leaseSeconds, renewed] = [run.leaseSeconds, Date.now()];
  const until = (): number => renewed + leaseSeconds * 1000;
  const end = (error: unknown): never => {
    ended.abort(error);
    throw error;
  };
  const call = async <T extends object>(act: string, body: object): Promise<T> => {
    ended.signal.throwIfAborted();
    const began = Date.now();
    const answer = await service
      .call<T & { cancelled?: boolean; leaseSeconds?: number }>(
        `/runs/${run.id}/${act}`,
        { lease: run.lease, ...body },
        until,
      )
      .catch(end);
    renewed = began;
    leaseSeconds = answer.leaseSeconds ?? leaseSeconds;
    if (answer.cancelled) end(new RunLost('it was cancelled'));
    return answer;
  };
  let timer: NodeJS.Timeout | undefined;
  const beat = (): void => {
    timer = setTimeout(
      () => void call('heartbeat', { state: 'running' }).then(beat, () => undefined),
      (leaseSeconds * 1000) / 3,
    );
  };
  beat();
  return {
    run,
    lost: ended.signal,
    next: async (count) => (await call<{ pages: Page[] }>('next', { count })).pages,
    results: async (pages) => (await call<{ wanted?: string[] }>('results', { pages, toolVersions })).wanted ?? [],
    found: async (found) => void (await call('results', { pages: [], found })),
    async evidence(pictures) {
      ended.signal.throwIfAborted();
      const began = Date.now();
      await service.evidence(run.id, run.lease, pictures, until).catch(end);
      renewed = began;
    },
    async finish(outcome, reason, message) {
      const details = { reason: reason ?? null, message: message?.slice(0, MOST_MESSAGE) ?? null };
      await call('finish', { outcome, ...details });
    },
    async release(isStopping) {
      clearTimeout(timer);
      if (isStopping && !ended.signal.aborted) await call('heartbeat', { state: 'stopping' }).catch(() => undefined);
      clearTimeout(timer);
    },
  };
}
