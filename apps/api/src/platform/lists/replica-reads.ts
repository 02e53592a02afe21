import { ConfigurationError, hostsOf, Settings } from '#libs/config';
import { DomainError } from '#libs/errors';
import { query, standbyOptions } from '#libs/database';
import { currentRequest } from '#libs/logging';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Standby, StandbyOfAnotherCluster } from './standby.js';
import { CLUSTER } from './standby.sql.js';

/**
 * Reads lists from the standbys of `DATABASE_REPLICA_URLS` in turn, or from the primary if there is none, none answers,
 * or the caller's last write has not arrived at the one whose turn it is. Lists may therefore be slightly stale, but
 * for what their reader has written; single records and access decisions are never read here.
 */
@Injectable()
export class ReplicaReads implements OnModuleInit, OnApplicationShutdown {
  private standbys: readonly Standby[] = [];
  private reads = 0;

  constructor(
    private readonly settings: Settings,
    @InjectDataSource() private readonly primary: DataSource,
  ) {}

  /** @throws ConfigurationError where a standby follows another primary */
  async onModuleInit(): Promise<void> {
    const { databaseReplicaUrls, worker, replicaMaxLagSeconds: maxLagSeconds } = this.settings;
    if (worker === 'only' || databaseReplicaUrls.length === 0) return;
    const schema = this.primary.migrations.at(-1)!.constructor.name;
    const [server] = await query(this.primary, CLUSTER, []);
    const rules = { schema, cluster: server!.cluster, maxLagSeconds };
    this.standbys = databaseReplicaUrls.map(
      (url) => new Standby(standbyOptions(this.primary.options, url), hostsOf(url), rules),
    );
    await Promise.all(this.standbys.map((standby) => standby.connect())).catch((error: unknown) => {
      if (error instanceof StandbyOfAnotherCluster)
        throw new ConfigurationError([`DATABASE_REPLICA_URLS: ${error.message}`]);
      throw error;
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.standbys.map((standby) => standby.close()));
  }

  /** Runs the queries of one list. They may run twice: if they fail on a standby, they are repeated on the primary. */
  async read<T>(send: (manager: EntityManager) => Promise<T>): Promise<T> {
    const standby = this.nextStandby();
    const { manager } = standby ?? {};
    if (standby && manager) {
      const { writtenTo } = currentRequest();
      try {
        if (writtenTo === null || (await standby.has(writtenTo))) return await send(manager);
      } catch (error) {
        // What is refused was not the standby's fault.
        if (error instanceof DomainError) throw error;
        standby.suspect();
      }
    }
    return send(this.primary.manager);
  }

  private nextStandby(): Standby | undefined {
    const answering = this.standbys.filter(({ manager }) => manager);
    this.reads += 1;
    return answering[this.reads % answering.length];
  }
}
