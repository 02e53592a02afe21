import { execute, query } from '#libs/database';
import { Vault } from '#libs/secrets';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { FORGET_PROCESS, NOTE_PROCESS } from './processes.sql.js';
import { ThisProcess } from './this-process.js';

const NOTE_EVERY_MS = 5_000;

/** Tells the others that this process runs, and learns with which key all seal what they store. */
@Injectable()
export class Processes implements OnModuleInit, OnModuleDestroy {
  private noting?: NodeJS.Timeout;
  private last: Promise<void> = Promise.resolve();
  private readonly log = new Logger(Processes.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly self: ThisProcess,
    private readonly vault: Vault,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.note();
    this.noting = setInterval(() => void this.note(), NOTE_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.noting);
    await this.last;
    await execute(this.database, FORGET_PROCESS, [this.self.id]).catch(() => {});
  }

  private note(): Promise<void> {
    return (this.last = this.last.then(() => this.noteOnce()));
  }

  /** Where the database cannot be asked, the key stays as it was. */
  private async noteOnce(): Promise<void> {
    const { id, version, kind, keyIds } = this.self;
    const [state] = await query(this.database, NOTE_PROCESS, [id, version, kind, keyIds]).catch(() => []);
    if (!state) return;
    const couldSeal = this.vault.isOpen;
    this.vault.sealWith(state.keyId);
    if (couldSeal && !this.vault.isOpen)
      this.log.error(
        `secrets are sealed with key ${state.keyId}, which this process does not have: set it in SECRET_KEY`,
      );
  }
}
