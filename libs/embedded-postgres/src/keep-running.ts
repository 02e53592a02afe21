import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.js';

const LOOK_EVERY_MS = 1_000;
/**
 * How long to wait before each start: a server that died of a moment's lack of memory finds some, and one that cannot
 * start says so soon.
 */
const RESTART_AFTER_MS = [500, 2_000, 8_000];
/** One that ran for so long has died of something new. */
const RECOVERED_AFTER_MS = 600_000;

/** What is said and done while a server is kept. */
export interface Watch {
  log(line: string): void;
  /** Called once, when the server does not start again or would have another address. */
  onLost(): void;
}

/**
 * Starts an embedded server again when it has died: three times, with growing delays.
 * @returns stops watching; called before the server is stopped
 */
export function keepRunning(server: EmbeddedPostgres, options: EmbeddedPostgresOptions, watch: Watch): () => void {
  const stopping = new AbortController();
  void (async () => {
    let [restarts, startedAt] = [0, performance.now()];
    for (;;) {
      await delay(LOOK_EVERY_MS, undefined, { ref: false, signal: stopping.signal });
      if (server.isAlive()) continue;
      if (performance.now() - startedAt > RECOVERED_AFTER_MS) restarts = 0;
      let isBack = false;
      while (!isBack && restarts < RESTART_AFTER_MS.length) {
        watch.log('the embedded PostgreSQL has stopped; restarting it');
        await delay(RESTART_AFTER_MS[restarts], undefined, { ref: false, signal: stopping.signal });
        restarts += 1;
        isBack = await startAgain(server.url, options, watch.log);
      }
      if (!isBack) return watch.onLost();
      startedAt = performance.now();
      watch.log('the embedded PostgreSQL responds again');
    }
  })().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return () => stopping.abort();
}

async function startAgain(url: string, options: EmbeddedPostgresOptions, log: Watch['log']): Promise<boolean> {
  try {
    const again = await startEmbeddedPostgres(options);
    if (again.url === url) return true;
    log('its port has been taken by another program');
  } catch (error) {
    log((error as Error).message);
  }
  return false;
}
