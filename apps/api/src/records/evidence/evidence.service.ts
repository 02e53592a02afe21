import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { TooLarge, UnsupportedType } from '../../platform/http/errors.js';
import type { Principal } from '../../platform/http/current.js';
import type { FileOnDisk } from '../../platform/http/upload.js';
import { loadDetailed } from '../../platform/lists/details.js';
import { pageOf } from '../../platform/lists/page-of.js';
import type { Page } from '../../platform/lists/pagination.js';
import { ReplicaReads } from '../../platform/lists/replica-reads.js';
import { withoutMetadata } from '../../accounts/pictures/render.js';
import { ResourcePlaces } from '../../platform/places/resource-places.service.js';
import { productStaysLock, requireLive } from '../../products/products/product-records.js';
import type { Product } from '../../products/products/product.entity.js';
import { advisoryLock } from '../../platform/work/locks.js';
import { RemovalHooks } from '../../platform/work/removal-hooks.js';
import { UnitOfWork } from '../../platform/work/unit-of-work.service.js';
import type { EvidenceUpload, ListEvidenceQuery } from './dto/evidence.dto.js';
import { notUploader, PictureAnimated } from './errors.js';
import { EvidenceFiles } from './evidence-files.service.js';
import { Evidence } from './evidence.entity.js';
import { ADD_EVIDENCE, BYTES_OF_EVIDENCE, DELETE_EVIDENCE } from './evidence.sql.js';
import { isText, kindOf, type MediaKind, TEXT } from './media-kind.js';
import { SHOWN, type ShownEvidence } from './shown-evidence.js';
import { Quotas } from '../../accounts/organizations/quotas.service.js';

/** Files that show what records say; private to their organization. */
@Injectable()
export class EvidenceService {
  /** Called before evidence is deleted that somebody asks to delete: it may refuse. */
  readonly beforeRemoval = new RemovalHooks<Evidence>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly replicas: ReplicaReads,
    private readonly quotas: Quotas,
    private readonly files: EvidenceFiles,
    private readonly places: ResourcePlaces,
  ) {}

  list({ organizationId, id }: Product, query: ListEvidenceQuery): Promise<Page<ShownEvidence>> {
    const { id: ids } = query;
    const list = {
      owner: ['organization_id', organizationId] as ['organization_id', string],
      where: [
        (bind: (value: unknown) => string) => `l.product_id = ${bind(id)}`,
        ...(ids ? [(bind: (value: unknown) => string) => `l.id = ANY (${bind(ids)}::uuid[])`] : []),
      ],
      details: SHOWN,
    };
    const order = { ...query, sortField: 'createdAt', sortDirection: 'desc' as const };
    return this.replicas.read((manager) => pageOf(manager, ['evidence', Evidence], list, order));
  }

  async read({ organizationId, id: productId }: Product, id: string): Promise<Evidence> {
    const { manager } = this.database;
    const evidence = await manager.findOneBy(Evidence, { organizationId, productId, id });
    if (!evidence) throw new NotFound('evidence');
    return evidence;
  }

  /**
   * Keeps a file. @throws InvalidInput, UnsupportedType, TooLarge, PictureUndecodable, PictureAnimated, LimitReached,
   * ProductArchived
   */
  async upload(product: Product, caller: Principal, file: FileOnDisk, input: EvidenceUpload): Promise<ShownEvidence> {
    await requireLive(this.database.manager, product);
    const kind = await this.judge(file, input);
    const kept = await this.asKept(file, kind);
    const { organizationId, id: productId } = product;
    await this.requireRoom(this.database.manager, organizationId, kept.bytes);
    const id = newId();
    await this.files.store(id, kept.content, kind.mediaType);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(productStaysLock(product), advisoryLock('evidence', organizationId));
      await requireLive(tx, product);
      await this.requireRoom(tx, organizationId, kept.bytes);
      const { title = null, alt = null } = input;
      const { key, userId } = caller;
      await query(tx, ADD_EVIDENCE, [
        ...([organizationId, id, productId, kind.mediaType, title, alt, kept.bytes, kept.sha256] as const),
        ...([key ? null : userId, key?.name ?? null] as const),
      ]);
      await this.files.claim(tx, id);
      change.record({ organizationId, productId, type: 'evidence.added', subject: { id, title } });
      const [shown] = await loadDetailed(tx, ['evidence', Evidence], SHOWN, { organizationId, id });
      return shown!;
    });
  }

  /**
   * Deletes what the caller uploaded, or as an admin any. @throws NotFound, Forbidden, EvidenceInUse, ProductArchived
   */
  async delete(product: Product, caller: Principal, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const { organizationId, id: productId } = product;
      await change.lock(productStaysLock(product));
      const lock = { mode: 'pessimistic_write' as const };
      const evidence = await tx.findOne(Evidence, { where: { organizationId, productId, id }, lock });
      if (!evidence) throw new NotFound('evidence');
      if (caller.role === 'member' && (caller.key !== undefined || evidence.uploadedByUserId !== caller.userId))
        throw notUploader('Only the uploader and admins can delete it.');
      await requireLive(tx, product);
      await this.beforeRemoval.run(change, evidence);
      await query(tx, DELETE_EVIDENCE, [organizationId, id]);
      await this.files.removeAfterwards(tx, [{ id }]);
      const { title } = evidence;
      change.record({ organizationId, productId, type: 'evidence.deleted', subject: { id, title } });
    });
  }

  private async judge({ path, size }: FileOnDisk, { alt }: EvidenceUpload): Promise<MediaKind> {
    const kind = kindOf(await startOf(path)) ?? ((await isText(path)) ? TEXT : undefined);
    if (!kind)
      throw new UnsupportedType(
        'The file must be a PNG, JPEG, WebP, GIF, MP4, WebM, PDF, or text in UTF-8 such as HTML.',
      );
    if (size > kind.limit) throw new TooLarge(`Files of type ${kind.mediaType} can have at most ${kind.limit} bytes.`);
    if (kind.picture && alt === undefined)
      throw new InvalidInput([{ path: '/alt', code: 'required', message: 'An image requires a text alternative.' }]);
    return kind;
  }

  private async asKept(file: FileOnDisk, { picture }: MediaKind) {
    if (!picture) return { content: { path: file.path }, bytes: file.size, sha256: file.sha256 };
    const content = await withoutMetadata(await readFile(file.path), picture, this.places, () => {
      throw new PictureAnimated();
    });
    return { content, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  }

  private async requireRoom(tx: EntityManager, organizationId: string, more: number): Promise<void> {
    const [kept] = await query(tx, BYTES_OF_EVIDENCE, [organizationId]);
    requireBelowLimit(this.quotas.of(organizationId), 'evidenceBytes', kept!.bytes, more);
  }
}

async function startOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of createReadStream(path, { end: 63 }) as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}
