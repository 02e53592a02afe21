import { setTimeout as delay } from 'node:timers/promises';

/** How often, and how many at once, one host is asked. */
export interface PaceLimits {
  perSecond: number;
  together: number;
}

interface Host {
  /** When the next page may begin. */
  free: number;
  busy: number;
  /** The least time between two pages, where the site asks for more than the monitor. */
  interval: number;
  waiting: (() => void)[];
}

/** Turns of pages for each host. */
export class Pace {
  private readonly hosts = new Map<string, Host>();

  constructor(private readonly limits: PaceLimits) {}

  /** Acts when it is the turn of a page on its host. */
  async turn<T>(url: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    const host = this.hostOf(url);
    while (host.busy >= this.limits.together) await new Promise<void>((free) => host.waiting.push(free));
    host.busy += 1;
    try {
      for (let wait = host.free - Date.now(); wait > 0; wait = host.free - Date.now())
        await delay(wait, undefined, { signal });
      host.free = Date.now() + Math.max(1000 / this.limits.perSecond, host.interval);
      return await act();
    } finally {
      host.busy -= 1;
      host.waiting.shift()?.();
    }
  }

  /** Nothing of a host is asked for so long. */
  pause(url: string, milliseconds: number): void {
    const host = this.hostOf(url);
    host.free = Math.max(host.free, Date.now() + milliseconds);
  }

  /** A site wants at least so long between two pages. */
  slowDown(url: string, milliseconds: number): void {
    this.hostOf(url).interval = milliseconds;
  }

  private hostOf(url: string): Host {
    const { host: name } = new URL(url);
    const host = this.hosts.get(name) ?? { free: 0, busy: 0, interval: 0, waiting: [] };
    this.hosts.set(name, host);
    return host;
  }
}
