import { Settings } from '#libs/config';
import { Jobs } from '#libs/jobs';
import { Storage } from '#libs/storage';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { addressOf, newPictureName, pictureNameOf } from './picture-name.js';

/** The address that an owner's row showed, and the one it shows now; either may be none or of another's making. */
export interface Replacement {
  folder: string;
  ownerId: string;
  former: string | null;
  present: string | null;
}

const REMOVE_FILE = 'remove_file';

// Far longer than storing a file and writing its row take together, and short enough for what people have deleted.
const UNCLAIMED_MS = 300_000;
const REPLACED_MS = 60_000;

/**
 * Pictures of people and organizations, which rows show by their address. A file and its row cannot be written in one transaction, but a job that removes
 * the file can: whatever ends the service in between, no file outlives its row for long, and no row loses its file.
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

  /** Keeps a file under a new name until a row shows its address; one that no row takes is removed. */
  async store(folder: string, ownerId: string, bytes: Buffer, contentType: string): Promise<string> {
    const name = newPictureName(folder, ownerId);
    await this.removeLater(this.database.manager, name, UNCLAIMED_MS);
    await this.storage.put(name, bytes, contentType);
    return addressOf(this.settings.publicUrl, name);
  }

  /** In the transaction that changes the row: what it shows stays, and what it showed goes. */
  async scheduleRemoval(tx: EntityManager, replacement: Replacement): Promise<void> {
    const { former, present } = namesOf(replacement);
    if (former === present) return;
    if (present) await this.jobs.cancel(tx, present);
    if (former) await this.removeLater(tx, former, REPLACED_MS);
  }

  /** After that transaction: removes what was shown at once. Should the storage not answer, the job will do it. */
  async removeFormer(replacement: Replacement): Promise<void> {
    const { former, present } = namesOf(replacement);
    if (!former || former === present) return;
    try {
      await this.storage.remove(former);
    } catch (error) {
      this.log.warn(`${former} is not removed yet: ${String((error as Error).cause ?? error)}`);
    }
  }

  private async removeLater(tx: EntityManager, name: string, delayMs: number): Promise<void> {
    await this.jobs.add(tx, REMOVE_FILE, { name }, { key: name, runAt: new Date(Date.now() + delayMs) });
  }
}

function namesOf({ folder, ownerId, former, present }: Replacement): { former?: string; present?: string } {
  return { former: pictureNameOf(folder, ownerId, former), present: pictureNameOf(folder, ownerId, present) };
}
