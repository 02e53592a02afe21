import { Settings } from '#libs/config';
import { execute } from '#libs/database';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BEAT } from './standby.sql.js';

const EVERY_MS = 1_000;

/**
 * Writes a row each second where standbys are configured, in processes that work on jobs: how old it is on a standby
 * says how far that lags. The log of the database alone does not: a standby that is cut off from it knows of nothing
 * that it lacks, and one of an idle primary looks as if it lagged.
 */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, OnModuleDestroy {
  private timer?: NodeJS.Timeout;
  private isBeating = false;

  constructor(
    private readonly settings: Settings,
    @InjectDataSource() private readonly primary: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    const { databaseReplicaUrls, worker } = this.settings;
    if (databaseReplicaUrls.length === 0 || worker === 'off') return;
    this.timer = setInterval(() => void this.beat(), EVERY_MS);
    void this.beat();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async beat(): Promise<void> {
    if (this.isBeating) return;
    this.isBeating = true;
    // What does not arrive is what the row tells.
    await execute(this.primary, BEAT, []).catch(() => {});
    this.isBeating = false;
  }
}
