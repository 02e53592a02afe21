import { readFile } from 'node:fs/promises';
import { clock } from '#libs/clock';
import { DAY_MS } from '#libs/dates';
import { query } from '#libs/database';
import { type Fault, InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Jobs } from '#libs/jobs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { EvidenceFiles } from '../../../records/evidence/evidence-files.service.js';
import type { FileOnDisk } from '../../../platform/http/upload.js';
import { detectKind } from '../../../accounts/pictures/picture-file.js';
import type { Product } from '../../../products/products/product.entity.js';
import { ProductsService } from '../../../products/products/products.service.js';
import { toolIdentity } from '../distinct-finding.js';
import {
  ADD_PICTURES,
  COUNT_PICTURES,
  DELETE_UNUSED_PICTURES,
  END_PICTURES,
  PICTURE_OF,
  PICTURES_OF_ORGANIZATION,
  PICTURES_OF_PRODUCT,
  SET_PICTURES,
  type StoredPicture,
  WANT_PICTURES,
} from './finding-pictures.sql.js';

/** What kind of file a picture is. */
export const PICTURE_TYPE = 'image/webp';
/** How many bytes a picture has at most. */
export const PICTURE_BYTES = 200_000;
/** How many pictures a product has at most: nobody asked for each of them. */
const MOST_OF_PRODUCT = 20_000;
/** A finding that is open no more keeps its picture for so many days. */
const KEPT_DAYS = 30;
/** Much longer than a run takes. */
const UNUSED_DAYS = 2;

/** A picture of what was reported with a tool, and its text alternative. */
export interface ReportedPicture {
  /** What identifies the place that it shows. */
  spelling: string;
  digest: string;
  alt: string;
}

/** Pictures of findings: of each the newest, stored once in a product, private to its organization. */
@Injectable()
export class FindingPictures implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly files: EvidenceFiles,
    private readonly products: ProductsService,
  ) {}

  onModuleInit(): void {
    this.products.beforeRemoval.add(async ({ tx }, { organizationId, id }) =>
      this.files.removeAfterwards(tx, await query(tx, PICTURES_OF_PRODUCT, [organizationId, id])),
    );
    this.products.beforeAllRemoved.add(async ({ tx }, organizationId) =>
      this.files.removeAfterwards(tx, await query(tx, PICTURES_OF_ORGANIZATION, [organizationId])),
    );
    this.jobs.schedule('43 4 * * *', 'end_pictures', () => this.endOld(clock.now()));
  }

  /** Of these digests at most so many that a product does not have, and has room for. */
  async missing(
    tx: EntityManager,
    { organizationId, id }: Pick<Product, 'organizationId' | 'id'>,
    digests: readonly string[],
    most: number,
  ): Promise<string[]> {
    const named = [...new Set(digests)];
    if (named.length === 0 || most <= 0) return [];
    const found = await query(tx, WANT_PICTURES, [organizationId, id, named]);
    const [{ count }] = (await query(tx, COUNT_PICTURES, [organizationId, id])) as [{ count: number }];
    const known = new Set(found.map(({ sha256 }) => sha256));
    return named.filter((digest) => !known.has(digest)).slice(0, Math.max(0, Math.min(most, MOST_OF_PRODUCT - count)));
  }

  /**
   * Stores files, whose names are their digests; call `add` with them in the transaction of the change.
   * @throws InvalidInput
   */
  async store(files: readonly FileOnDisk[]): Promise<StoredPictures> {
    const faults = (await Promise.all(files.map(faultOf))).flatMap((fault) => fault ?? []);
    if (faults.length > 0) throw new InvalidInput(faults);
    const pictures = files.map(({ path, size, sha256 }) => ({ id: newId(), path, sha256, bytes: size }));
    return { pictures, claim: await this.files.storeEach(pictures, PICTURE_TYPE) };
  }

  /** Adds stored pictures to a product, at most so many; returns how many are new to it. */
  async add(
    tx: EntityManager,
    { organizationId, id }: Pick<Product, 'organizationId' | 'id'>,
    { pictures, claim }: StoredPictures,
    most: number,
  ): Promise<number> {
    const [{ count }] = (await query(tx, COUNT_PICTURES, [organizationId, id])) as [{ count: number }];
    const room = Math.max(0, Math.min(most, MOST_OF_PRODUCT - count));
    const rows = pictures.slice(0, room).map(({ id: pictureId, sha256, bytes }) => ({ id: pictureId, sha256, bytes }));
    const added = await query(tx, ADD_PICTURES, [organizationId, id, JSON.stringify(rows)]);
    const kept = new Set(added.map((picture) => picture.id));
    await this.files.claimEach(tx, claim);
    await this.files.removeAfterwards(
      tx,
      pictures.filter((picture) => !kept.has(picture.id)),
    );
    return added.length;
  }

  /** Gives findings that a main line has reported with a tool their pictures, as far as there are such. */
  async give(
    tx: EntityManager,
    { organizationId, id }: Pick<Product, 'organizationId' | 'id'>,
    tool: string,
    reported: readonly ReportedPicture[],
  ): Promise<void> {
    // The last of a finding is the newest.
    const pictures = new Map(reported.map((picture) => [picture.spelling, picture]));
    if (pictures.size === 0) return;
    await query(tx, SET_PICTURES, [organizationId, id, toolIdentity(tool), JSON.stringify([...pictures.values()])]);
  }

  /** @throws NotFound */
  async read({ organizationId, id }: Product, findingId: string): Promise<StoredPicture> {
    const [picture] = await query(this.database, PICTURE_OF, [organizationId, id, findingId]);
    if (!picture) throw new NotFound('picture');
    return picture;
  }

  /** Ends the pictures of findings that are open no more, and those that no finding has. */
  async endOld(now: Date): Promise<void> {
    const before = (days: number): Date => new Date(+now - days * DAY_MS);
    for (;;) if ((await query(this.database, END_PICTURES, [before(KEPT_DAYS)])).length === 0) break;
    for (;;) {
      const ended = await this.database.transaction(async (tx) => {
        const rows = await query(tx, DELETE_UNUSED_PICTURES, [before(UNUSED_DAYS)]);
        await this.files.removeAfterwards(tx, rows);
        return rows.length;
      });
      if (ended === 0) return;
    }
  }
}

/** Files that are stored, and removed later unless they are claimed. */
export interface StoredPictures {
  pictures: readonly { id: string; sha256: string; bytes: number }[];
  claim: string;
}

async function faultOf({ originalname, path, sha256 }: FileOnDisk, index: number): Promise<Fault | undefined> {
  const fault = (message: string): Fault => ({ path: `/files/${index}`, code: 'malformed', message });
  if (originalname.replace(/\.webp$/, '') !== sha256)
    return fault('the content of the file does not match the digest in its name');
  return detectKind(await readFile(path)) === 'webp' ? undefined : fault('the file must be a WebP');
}
