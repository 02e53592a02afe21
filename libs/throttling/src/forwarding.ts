import type { Logger } from '#libs/logging';
import type { Request } from 'express';

const HOUR = 3_600_000;

/** Whether Express takes a forwarded address from this peer: its `trust proxy fn`. */
export type Trusts = (address: string, hop: number) => boolean;

/** Tells the log, at most once an hour, that addresses are forwarded which nobody counts. */
export class ForwardingWatch {
  private uncounted = 0;
  private toldAt = -Infinity;

  constructor(
    private readonly log: Logger,
    private readonly trusts: Trusts,
    private readonly now: () => number = Date.now,
  ) {}

  look({ headers, socket }: Pick<Request, 'headers' | 'socket'>): void {
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return;
    if (this.trusts(socket.remoteAddress ?? '', 0)) return;
    this.uncounted += 1;
    if (this.now() - this.toldAt < HOUR) return;
    this.log.warn(
      { requests: this.uncounted },
      `${this.uncounted} requests came with a forwarded address that TRUST_PROXY does not let count: limits and failed sign-ins are shared by all callers behind that proxy`,
    );
    this.uncounted = 0;
    this.toldAt = this.now();
  }
}
