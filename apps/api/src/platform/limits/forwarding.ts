import { clock } from '#libs/clock';
import { HOUR_MS } from '#libs/dates';
import type { Logger } from '#libs/logging';
import type { Request } from 'express';

/** Whether Express trusts forwarded addresses of this peer: its `trust proxy fn`. */
export type TrustsProxy = (address: string, hop: number) => boolean;

/** Warns in the log, at most once an hour, about forwarded addresses from untrusted proxies. */
export class ForwardingWatch {
  private uncounted = 0;
  private loggedAt = -Infinity;

  constructor(
    private readonly log: Logger,
    private readonly trustsProxy: TrustsProxy,
    private readonly now: () => number = clock.millis,
  ) {}

  inspect({ headers, socket }: Pick<Request, 'headers' | 'socket'>): void {
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return;
    if (this.trustsProxy(socket.remoteAddress ?? '', 0)) return;
    this.uncounted += 1;
    if (this.now() - this.loggedAt < HOUR_MS) return;
    this.log.warn(
      { requests: this.uncounted },
      `${this.uncounted} requests had a forwarded address that TRUST_PROXY does not trust: limits and failed sign-ins are shared by all callers behind that proxy`,
    );
    this.uncounted = 0;
    this.loggedAt = this.now();
  }
}
