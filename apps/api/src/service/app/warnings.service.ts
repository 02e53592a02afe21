import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { query } from '#libs/database';
import { DAY_MS } from '#libs/dates';
import { gauged } from '#libs/telemetry';
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BACKED_UP_AT } from '../../platform/work/service-state.sql.js';
import { warningsOf } from './warnings.js';

const warnings = gauged('curbcut_warning', 'Configuration problems that an operator should fix.', ['code']);

/** Tells an operator each day what to mend: in the log, and as a metric. */
@Injectable()
export class Warnings implements OnApplicationBootstrap, OnModuleDestroy {
  private daily?: NodeJS.Timeout;
  private readonly log = new Logger('Operation');

  constructor(
    private readonly settings: Settings,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.warn();
    this.daily = setInterval(() => void this.warn(), DAY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.daily);
  }

  private async warn(): Promise<void> {
    const [state] = await query(this.database, BACKED_UP_AT, []).catch(() => []);
    const found = warningsOf(this.settings, process.env, state?.backedUpAt ?? null, clock.now());
    warnings.reset();
    for (const { code } of found) warnings.set({ code }, 1);
    // Who has just started it at a terminal has been told what it lacks.
    if (!process.stdout.isTTY) for (const { text } of found) this.log.warn(text);
  }
}
