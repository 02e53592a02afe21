import { isDeepStrictEqual } from 'node:util';
import { requireBelowLimit, Settings } from '#libs/config';
import { query } from '#libs/database';
import { InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import type { Principal } from '../../http/current.js';
import { noteMade } from '../../identity/recovery/note-made.js';
import type { Organization } from '../../organizations/organization.entity.js';
import { inProduct } from '../../products/product-key.js';
import { Product } from '../../products/product.entity.js';
import { UnitOfWork } from '../../work/unit-of-work.service.js';
import { scopeExceeded } from '../errors.js';
import { lockCaller } from '../lock-caller.js';
import type { CreateTrustedPublisher } from './dto/trusted-publisher.dto.js';
import { forgetPublishers, subjectOfPublisher, TRUSTED_PUBLISHER } from './end-publishers.js';
import { PublisherExists } from './errors.js';
import { claimFaults, type IssuerKind, titleOf } from './issuer-kinds.js';
import { TrustedIssuers } from './trusted-issuers.js';
import { type TrustedClaims, TrustedPublisher } from './trusted-publisher.entity.js';
import { DELETE } from './trusted-publishers.sql.js';

/** The repositories whose pipelines a product trusts to report to it. */
@Injectable()
export class PublishersService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly issuers: TrustedIssuers,
    private readonly settings: Settings,
  ) {}

  async list(product: Product): Promise<TrustedPublisher[]> {
    return this.database.manager.find(TrustedPublisher, {
      where: { ...inProduct(product), suspendedBy: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** Creates a publisher of the caller; one that a key creates ends with that key, which must be able to report itself. */
  async create(
    organization: Organization,
    product: Product,
    caller: Principal,
    { issuer, claims: said }: CreateTrustedPublisher,
  ): Promise<TrustedPublisher> {
    const kind = this.issuers.kindOf(issuer);
    if (!kind) throw unknownIssuer(this.issuers.names);
    // Absent properties of the request are no claims.
    const claims = JSON.parse(JSON.stringify(said)) as TrustedClaims;
    requireClaims(kind, claims);
    if (caller.key && !caller.key.scopes.includes('ingest')) throw scopeExceeded();
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const parent = await lockCaller(change, organization, caller);
      // A product goes with the organization locked, and takes its publishers along.
      if (!(await tx.existsBy(Product, { organizationId: organization.id, id: product.id })))
        throw new NotFound('product');
      const present = await tx.findBy(TrustedPublisher, { ...inProduct(product), suspendedBy: IsNull() });
      requireBelowLimit(this.settings, 'trustedPublishers', present.length);
      if (present.some((publisher) => publisher.issuer === issuer && isDeepStrictEqual(publisher.claims, claims)))
        throw new PublisherExists();
      const id = newId();
      await tx.insert(TrustedPublisher, {
        ...inProduct(product),
        id,
        issuer,
        claims,
        sourceId: claims[kind.source]!,
        ownerUserId: caller.userId!,
        parentKeyId: parent?.id ?? null,
      });
      const publisher = await tx.findOneByOrFail(TrustedPublisher, { id });
      if (!parent) {
        const made = { recordId: id, organizationId: organization.id, title: titleOf(claims) };
        await noteMade(tx, { kind: TRUSTED_PUBLISHER, ...made });
      }
      const changes = Object.entries({ issuer, ...claims }).map(([field, to]) => ({ field, from: null, to }));
      change.record({ ...subjectOfPublisher(publisher), type: 'trusted_publisher.created', changes });
      return publisher;
    });
  }

  /** Deletes a publisher; the passes that its tokens were exchanged for end at once. */
  async delete({ organizationId, id: productId }: Product, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const ended = await query(change.tx, DELETE, [organizationId, productId, id]);
      if (ended.length === 0) throw new NotFound('trusted publisher');
      await forgetPublishers(change, ended);
    });
  }
}

function requireClaims(kind: IssuerKind, claims: TrustedClaims): void {
  const faults = claimFaults(kind, claims);
  if (faults.length > 0) throw new InvalidInput(faults);
}

const unknownIssuer = (names: readonly string[]): InvalidInput =>
  new InvalidInput([
    { path: '/issuer', code: 'unknown_reference', message: `issuer must be one of ${names.join(', ')}` },
  ]);
