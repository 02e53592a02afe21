import { clock } from '#libs/clock';
import { Jobs } from '#libs/jobs';
import { Storage } from '#libs/storage';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Readable } from 'node:stream';
import { DataSource, type EntityManager } from 'typeorm';

const REMOVE_EVIDENCE = 'remove_evidence';
/** Much longer than storing a file and its row take. */
const UNCLAIMED_MS = 3_600_000;

/** The name by which the storage has a file of evidence. */
export const evidenceFile = (id: string): string => `evidence/${id.replaceAll('-', '')}.file`;

/** The files of evidence. One and its row cannot be written in one transaction, but a job that removes the file can. */
@Injectable()
export class EvidenceFiles implements OnModuleInit {
  constructor(
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<{ ids: string[] }>(REMOVE_EVIDENCE, async ({ ids }) => {
      for (const id of ids) await this.storage.remove(evidenceFile(id));
    });
  }

  /** Stores a file, which is removed later unless `claim` is called in the transaction that adds its row. */
  async store(id: string, content: Buffer | { path: string }, mediaType: string): Promise<void> {
    const runAt = clock.in(UNCLAIMED_MS);
    await this.jobs.add(this.database.manager, REMOVE_EVIDENCE, { ids: [id] }, { key: evidenceFile(id), runAt });
    if (Buffer.isBuffer(content)) await this.storage.put(evidenceFile(id), content, mediaType);
    else await this.storage.putFile(evidenceFile(id), content.path, mediaType);
  }

  /**
   * Stores several files of one type, with one job that removes them later unless `claimEach` is called with the answer
   * in the transaction that adds their rows.
   */
  async storeEach(files: readonly { id: string; path: string }[], mediaType: string): Promise<string> {
    const ids = files.map(({ id }) => id);
    const claim = `evidence ${ids[0]}`;
    const runAt = clock.in(UNCLAIMED_MS);
    await this.jobs.add(this.database.manager, REMOVE_EVIDENCE, { ids }, { key: claim, runAt });
    for (const { id, path } of files) await this.storage.putFile(evidenceFile(id), path, mediaType);
    return claim;
  }

  claimEach(tx: EntityManager, claim: string): Promise<void> {
    return this.jobs.cancel(tx, claim);
  }

  claim(tx: EntityManager, id: string): Promise<void> {
    return this.jobs.cancel(tx, evidenceFile(id));
  }

  /** Called in the transaction that deletes their rows. */
  async removeAfterwards(tx: EntityManager, rows: readonly { id: string }[]): Promise<void> {
    if (rows.length > 0) await this.jobs.add(tx, REMOVE_EVIDENCE, { ids: rows.map(({ id }) => id) });
  }

  open(id: string, part?: { first: number; last: number }): Promise<Readable | undefined> {
    return this.storage.open(evidenceFile(id), part);
  }
}
