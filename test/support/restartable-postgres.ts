import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#libs/embedded-postgres';
import { eventually } from './eventually.js';

// Everything that keeps data safe is on: what was acknowledged must survive.
const SAFE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** A PostgreSQL that a test may stop, kill and start again on the same data and port. */
export class RestartablePostgres {
  url = '';
  private readonly folder = mkdtempSync(join(tmpdir(), 'curbcut-own-'));

  private constructor(private readonly settings: Record<string, string>) {
    chmodSync(this.folder, 0o755);
  }

  static async start(settings: Record<string, string> = {}): Promise<RestartablePostgres> {
    const server = new RestartablePostgres({ ...SAFE, ...settings });
    await server.start();
    return server;
  }

  /** Starts it, again or for the first time, and waits until it answers. */
  async start(): Promise<void> {
    const { url } = await startEmbeddedPostgres({
      dataDir: join(this.folder, 'postgres'),
      settings: this.settings,
      asSuperuser: true,
    });
    if (this.url && url !== this.url) throw new Error('the server came back on another port');
    this.url = url;
  }

  /** `kill -9` for the server and all its processes, at once. */
  async kill(): Promise<void> {
    const postmaster = this.postmaster();
    const all = [postmaster, ...childrenOf(postmaster)];
    for (const pid of all) send(pid, 'SIGKILL');
    await ended(all);
  }

  /** Shuts it down: `fast` rolls back what is open, `immediate` ends like a crash. */
  async stop(how: keyof typeof SIGNALS = 'fast'): Promise<void> {
    const postmaster = this.postmaster();
    send(postmaster, SIGNALS[how]);
    await ended([postmaster]);
  }

  /** Ends it and removes its data. */
  async remove(): Promise<void> {
    if (isAlive(this.postmaster())) await this.stop('immediate');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Where its data lie; it runs as the owner of this folder. */
  get dataFolder(): string {
    return join(this.folder, 'postgres/data');
  }

  private postmaster(): number {
    try {
      return Number(readFileSync(join(this.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  }
}

const stateOf = (pid: number | string): string[] => {
  try {
    // The name in brackets may hold blanks.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()!.split(' ');
  } catch {
    return ['gone'];
  }
};

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(stateOf(name)[1]) === pid)
    .map(Number);
}

const isAlive = (pid: number): boolean => pid > 0 && !['gone', 'Z', 'X'].includes(stateOf(pid)[0]!);

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function ended(pids: readonly number[]): Promise<void> {
  await eventually(() => !pids.some(isAlive));
}
