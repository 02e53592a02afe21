import { bound, execute, query } from '#libs/database';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { settleWith } from '#libs/logging';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Memberships } from '../../accounts/organizations/members/memberships.js';
import { CLAIM, FORGET_ANSWERS, FORGET_OLD, KEEP, type KnownRequest, RELEASE, SETTLE } from './idempotency.sql.js';

/** A request that is carried out once: whose and which it is, and what it asks for. */
export interface IdempotentRequest {
  organizationId: string;
  hash: Buffer;
  digest: Buffer;
}

interface Answer {
  status: number;
  location: string | null;
  etag: string | null;
  body: string | null;
}

/** What whoever carries a request out does at its end. */
interface Claimed {
  /** Keeps the answer; without one, or where it may be another next time, the request may be sent anew. */
  finish: (answer: Answer | undefined) => Promise<void>;
}

/** Remembers for 24 hours which requests were carried out, and how they were answered. */
@Injectable()
export class IdempotencyKeys implements OnModuleInit {
  private readonly log = new Logger(IdempotencyKeys.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly memberships: Memberships,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('17 * * * *', 'forget_idempotency_keys', () => this.forgetOld());
    this.memberships.onAccountDelete(async ({ tx }, { organizationId }) => {
      await execute(tx, FORGET_ANSWERS, [organizationId]);
    });
  }

  /** Takes a request to carry it out; or what is known of it, where somebody did or does. */
  async claim({
    organizationId,
    hash,
    digest,
  }: IdempotentRequest): Promise<{ claimed?: Claimed; known?: KnownRequest }> {
    const claim = newId();
    const place = [organizationId, hash] as const;
    const [known] = await query(this.database, CLAIM, [...place, digest, claim]);
    if (!known!.mine) return { known: known!.digest === null ? undefined : known };
    // In the transaction of the change, so that neither is there without the other.
    settleWith({ organizationId, statement: bound(SETTLE, [...place, claim]) });
    const finish = async (answer: Answer | undefined): Promise<void> => {
      if (answer && isKept(answer)) {
        const { status, location, etag, body } = answer;
        await query(this.database, KEEP, [...place, claim, status, location, etag, body]);
      } else await execute(this.database, RELEASE, [...place, claim]);
    };
    // What is done is done: at worst whoever repeats it is told so without the answer, or waits until it is given up.
    const failed = (err: unknown): void =>
      this.log.warn({ err }, 'the answer to a request with an idempotency key is not kept');
    return { claimed: { finish: (answer) => finish(answer).catch(failed) } };
  }

  async forgetOld(): Promise<void> {
    await execute(this.database, FORGET_OLD, []);
  }
}

/** Who may not call yet, or asks too often, may ask again; so may everybody after a fault of ours. */
const isKept = ({ status }: Answer): boolean => status < 500 && ![401, 403, 429].includes(status);
