import { execute, query } from '#libs/database';
import { MINUTE_MS } from '#libs/dates';
import { Jobs } from '#libs/jobs';
import type { Work } from '#libs/logging';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { accountOfOrganization } from '../../platform/places/account-of-work.js';
import { PROVE_ACCOUNTS, WORK_OF } from './organizations.sql.js';

/** On whose account it is worked for an organization, and whether its work rests. */
type WorkOfOrganization = Work & { isSuspended: boolean };

/** Tells jobs on whose account they work: it changes seldom, and is asked for with every message. */
@Injectable()
export class AccountsOfWork implements OnModuleInit {
  private readonly known = new LRUCache<string, WorkOfOrganization>({ max: 10_000, ttl: MINUTE_MS });

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
  ) {}

  onModuleInit(): void {
    this.jobs.schedule('*/5 * * * *', 'prove_accounts', () => this.prove());
  }

  /** As it was within the last minute. */
  async of(organizationId: string): Promise<WorkOfOrganization> {
    const known = this.known.get(organizationId);
    if (known) return known;
    const [row] = await query(this.database, WORK_OF, [organizationId]);
    const account = row ? accountOfOrganization(row) : organizationId;
    const isSuspended = row !== undefined && row.suspendedAt !== null;
    const work = { account, organization: organizationId, isSuspended };
    this.known.set(organizationId, work);
    return work;
  }

  /** Lets organizations count as their makers', where these have proved an address since. */
  async prove(): Promise<void> {
    await execute(this.database, PROVE_ACCOUNTS, []);
  }
}
