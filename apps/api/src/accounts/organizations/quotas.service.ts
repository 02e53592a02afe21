import { type RecordLimits, Settings } from '#libs/config';
import { query } from '#libs/database';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { QUOTAS } from './organizations.sql.js';

/** Every process knows within this time, and the time that a statement takes. */
const REFRESH_EVERY_MS = 5_000;

/** How much each organization may have: as the installation says, or an operator of this one, as this process knows it. */
@Injectable()
export class Quotas implements OnModuleInit, OnModuleDestroy {
  private organizationLimits: ReadonlyMap<string, RecordLimits> = new Map();
  private timer?: NodeJS.Timeout;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.refresh();
    this.timer = setInterval(() => void this.refresh(), REFRESH_EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  of(organizationId: string): RecordLimits {
    return this.organizationLimits.get(organizationId) ?? this.settings;
  }

  /** What was known stays where the database cannot be asked. */
  async refresh(): Promise<void> {
    try {
      const rows = await query(this.database, QUOTAS, []);
      const { recordLimits } = this.settings;
      this.organizationLimits = new Map(
        rows.map((row) => [row.organizationId, { recordLimits: { ...recordLimits, ...row.limits } }]),
      );
    } catch {
      return;
    }
  }
}
