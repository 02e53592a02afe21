import { Settings } from '#libs/config';
import { standbyOptions } from '#libs/database';
import { hostsOf } from '#libs/postgres-url';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Standby } from './standby.js';

/**
 * Reads lists from the standbys of `DATABASE_REPLICA_URLS` in turn, or from the primary if there is none or none
 * answers. Lists may therefore be slightly stale; single records and access decisions are never read here.
 */
@Injectable()
export class ReplicaReads implements OnModuleInit, OnApplicationShutdown {
  private standbys: readonly Standby[] = [];
  private reads = 0;

  constructor(
    private readonly settings: Settings,
    @InjectDataSource() private readonly primary: DataSource,
  ) {}

  async onModuleInit(): Promise<void> {
    const { databaseReplicaUrls, worker } = this.settings;
    if (worker === 'only') return;
    const schema = this.primary.migrations.at(-1)!.constructor.name;
    this.standbys = databaseReplicaUrls.map(
      (url) => new Standby(standbyOptions(this.primary.options, url), hostsOf(url), schema),
    );
    await Promise.all(this.standbys.map((standby) => standby.connect()));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.standbys.map((standby) => standby.close()));
  }

  /** Runs the queries of one list. They may run twice: if they fail on a standby, they are repeated on the primary. */
  async read<T>(query: (manager: EntityManager) => Promise<T>): Promise<T> {
    const standby = this.nextStandby();
    if (standby?.manager) {
      try {
        return await query(standby.manager);
      } catch {
        void standby.recheck();
      }
    }
    return query(this.primary.manager);
  }

  private nextStandby(): Standby | undefined {
    const answering = this.standbys.filter(({ manager }) => manager);
    this.reads += 1;
    return answering[this.reads % answering.length];
  }
}
