import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { Jobs } from '#libs/jobs';
import { Storage } from '#libs/storage';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { addressOf, newPictureName, pictureNameOf } from './picture-name.js';

/** The former and the present URL in an owner's row; either may be null or an external URL. */
export interface Replacement {
  folder: string;
  ownerId: string;
  former: string | null;
  present: string | null;
}

const REMOVE_FILE = 'remove_file';
const FETCH_PICTURE = 'fetch_picture';

/** The address of a picture that a person or their provider has named. */
export interface PictureToFetch {
  userId: string;
  address: string;
}

// Much longer than storing a file and updating its row take, and short enough for deleted files.
const UNCLAIMED_MS = 300_000;
const REPLACED_MS = 60_000;

/**
 * Pictures of people and organizations, which rows show by their address. A file and its row cannot be written in one
 * transaction, but a job that removes the file can: whatever ends the service in between, no file outlives its row for
 * long, and no row loses its file.
 */
@Injectable()
export class PictureFiles implements OnModuleInit {
  private readonly log = new Logger(PictureFiles.name);

  constructor(
    private readonly settings: Settings,
    private readonly storage: Storage,
    private readonly jobs: Jobs,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  onModuleInit(): void {
    this.jobs.handle<{ name: string }>(REMOVE_FILE, ({ name }) => this.storage.remove(name));
  }

  /** Stores a file under a new name; it is removed later unless a row refers to its URL. */
  async store(folder: string, ownerId: string, bytes: Buffer, contentType: string): Promise<string> {
    const name = newPictureName(folder, ownerId);
    await this.removeLater(this.database.manager, name, UNCLAIMED_MS);
    await this.storage.put(name, bytes, contentType);
    return addressOf(this.settings.publicUrl, name);
  }

  /**
   * Called in the transaction that changes the row: keeps the present file and schedules the removal of the former one.
   */
  async scheduleRemoval(tx: EntityManager, replacement: Replacement): Promise<void> {
    const { former, present } = namesOf(replacement);
    if (former === present) return;
    if (present) await this.jobs.cancel(tx, present);
    if (former) await this.removeLater(tx, former, REPLACED_MS);
  }

  /**
   * Called after that transaction: removes the former file immediately. If the storage is unavailable, the job does it
   * later.
   */
  async removeFormer(replacement: Replacement): Promise<void> {
    const { former, present } = namesOf(replacement);
    if (!former || former === present) return;
    try {
      await this.storage.remove(former);
    } catch (error) {
      this.log.warn(`${former} has not been removed yet: ${String((error as Error).cause ?? error)}`);
    }
  }

  /** Has a picture fetched; of several of a person, the last. */
  async fetchLater(tx: EntityManager, picture: PictureToFetch, delayMs = 0): Promise<void> {
    const runAt = clock.in(delayMs);
    await this.jobs.add(tx, FETCH_PICTURE, picture, { key: `picture:${picture.userId}`, runAt });
  }

  /** What fetches one registers itself at start. */
  onFetch(fetch: (picture: PictureToFetch, stopping: AbortSignal) => Promise<void>): void {
    this.jobs.handle(FETCH_PICTURE, fetch, 'outside');
  }

  private async removeLater(tx: EntityManager, name: string, delayMs: number): Promise<void> {
    await this.jobs.add(tx, REMOVE_FILE, { name }, { key: name, runAt: clock.in(delayMs) });
  }
}

function namesOf({ folder, ownerId, former, present }: Replacement): { former?: string; present?: string } {
  return { former: pictureNameOf(folder, ownerId, former), present: pictureNameOf(folder, ownerId, present) };
}
