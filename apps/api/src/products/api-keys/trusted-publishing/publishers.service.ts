import { isDeepStrictEqual } from 'node:util';
import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { type Fault, InvalidInput, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { Principal } from '../../../platform/http/current.js';
import { noteMade } from '../../../accounts/identity/recovery/note-made.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';
import { inProduct } from '../../products/product-key.js';
import { Product } from '../../products/product.entity.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { scopeExceeded } from '../errors.js';
import { lockCaller } from '../lock-caller.js';
import type { CreateTrustedPublisher, TrustedClaimsDto } from './dto/trusted-publisher.dto.js';
import { forgetPublishers, subjectOfPublisher, TRUSTED_PUBLISHER } from './end-publishers.js';
import { PresentedDiffers, PublisherExists } from './errors.js';
import { claimFaults, type IssuerKind, titleOf } from './issuer-kinds.js';
import { TrustedIssuers } from './trusted-issuers.js';
import { type TrustedClaims, TrustedPublisher } from './trusted-publisher.entity.js';
import { ACCEPT, DELETE } from './trusted-publishers.sql.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';

/** The repositories whose pipelines a product trusts to report to it. */
@Injectable()
export class PublishersService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly issuers: TrustedIssuers,
    private readonly quotas: Quotas,
  ) {}

  async list(product: Product): Promise<TrustedPublisher[]> {
    return this.database.manager.find(TrustedPublisher, {
      where: { ...inProduct(product), suspendedBy: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /**
   * Creates a publisher of the caller; one that a key creates ends with that key, which must be able to report itself.
   */
  async create(
    organization: Organization,
    product: Product,
    caller: Principal,
    { issuer, claims: requestedClaims, repository }: CreateTrustedPublisher,
  ): Promise<TrustedPublisher> {
    const kind = this.issuers.kindOf(issuer);
    const faults = [...(kind ? [] : unknownIssuer(this.issuers.names)), ...namingFaults(requestedClaims, repository)];
    if (!kind || faults.length > 0) throw new InvalidInput(faults);
    const claims = requestedClaims === undefined ? {} : claimsOf(requestedClaims);
    if (repository === undefined) requireClaims(kind, claims);
    if (caller.key && !caller.key.scopes.includes('ingest')) throw scopeExceeded();
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const parent = await lockCaller(change, organization, caller);
      // A product goes with the organization locked, and takes its publishers along.
      if (!(await tx.existsBy(Product, { organizationId: organization.id, id: product.id })))
        throw new NotFound('product');
      const present = await this.presentIn(tx, product);
      requireBelowLimit(this.quotas.of(product.organizationId), 'trustedPublishers', present.length);
      requireNew(present, { issuer, claims, repository: repository ?? null });
      const id = newId();
      await tx.insert(TrustedPublisher, {
        ...inProduct(product),
        id,
        issuer,
        claims,
        sourceId: claims[kind.source] ?? null,
        repository: repository ?? null,
        ownerUserId: caller.userId!,
        parentKeyId: parent?.id ?? null,
      });
      const publisher = await tx.findOneByOrFail(TrustedPublisher, { id });
      if (!parent) await noteMade(tx, madeOf(publisher));
      const fields = Object.entries({ issuer, ...(repository === undefined ? claims : { repository }) });
      const changes = fields.map(([field, to]) => ({ field, from: null, to }));
      change.record({ ...subjectOfPublisher(publisher), type: 'trusted_publisher.created', changes });
      return publisher;
    });
  }

  /** Accepts the ids that a token of the named repository has shown, which somebody has looked at. */
  async accept(
    { organization, product, caller }: { organization: Organization; product: Product; caller: Principal },
    id: string,
    input: TrustedClaimsDto,
  ): Promise<TrustedPublisher> {
    const claims = claimsOf(input);
    return this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await lockCaller(change, organization, caller);
      const present = await this.presentIn(tx, product);
      const before = present.find((publisher) => publisher.id === id);
      if (!before) throw new NotFound('trusted publisher');
      const kind = this.issuers.kindOf(before.issuer);
      if (!kind) throw new InvalidInput(unknownIssuer(this.issuers.names));
      requireClaims(kind, claims);
      const { issuer, repository } = before;
      requireNew(
        present.filter((other) => other !== before),
        { issuer, claims, repository },
      );
      const accepted = await query(tx, ACCEPT, [organization.id, id, JSON.stringify(claims), claims[kind.source]!]);
      if (accepted.length === 0) throw new PresentedDiffers();
      const publisher = await tx.findOneByOrFail(TrustedPublisher, { id });
      // Whom it lets in is known only now.
      await noteMade(tx, madeOf(publisher));
      const changes = Object.entries(claims).map(([field, to]) => ({ field, from: null, to }));
      change.record({ ...subjectOfPublisher(publisher), type: 'trusted_publisher.accepted', changes });
      return publisher;
    });
  }

  private presentIn(tx: EntityManager, product: Product): Promise<TrustedPublisher[]> {
    return tx.findBy(TrustedPublisher, { ...inProduct(product), suspendedBy: IsNull() });
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

// Absent properties of the request are no claims.
const claimsOf = (input: TrustedClaimsDto): TrustedClaims => JSON.parse(JSON.stringify(input)) as TrustedClaims;

const madeOf = (publisher: TrustedPublisher) => ({
  kind: TRUSTED_PUBLISHER,
  recordId: publisher.id,
  organizationId: publisher.organizationId,
  title: titleOf(publisher),
});

// As providers write them; GitLab's may have many segments.
const REPOSITORY = /^[\w.-]+(?:\/[\w.-]+)+$/;

/** A publisher is made by claims or by name. */
function namingFaults(claims: unknown, repository: string | undefined): Fault[] {
  if (repository === undefined)
    return claims === undefined
      ? [{ path: '/claims', code: 'required', message: 'claims are required without repository' }]
      : [];
  if (claims !== undefined)
    return [{ path: '/repository', code: 'not_allowed', message: 'repository cannot be combined with claims' }];
  return REPOSITORY.test(repository)
    ? []
    : [
        {
          path: '/repository',
          code: 'invalid_format',
          message: 'repository must be owner/name, in the form of the provider',
        },
      ];
}

/** @throws PublisherExists where a product has one with these claims, or that waits for a repository of this name */
function requireNew(
  present: readonly TrustedPublisher[],
  { issuer, claims, repository }: Pick<TrustedPublisher, 'issuer' | 'claims' | 'repository'>,
): void {
  const isNamed = Object.keys(claims).length > 0;
  const isSame = (other: TrustedPublisher): boolean =>
    isNamed
      ? isDeepStrictEqual(other.claims, claims)
      : other.sourceId === null && other.repository?.toLowerCase() === repository?.toLowerCase();
  if (present.some((other) => other.issuer === issuer && isSame(other))) throw new PublisherExists();
}

function requireClaims(kind: IssuerKind, claims: TrustedClaims): void {
  const faults = claimFaults(kind, claims);
  if (faults.length > 0) throw new InvalidInput(faults);
}

const unknownIssuer = (names: readonly string[]): Fault[] => [
  { path: '/issuer', code: 'unknown_reference', message: `issuer must be one of ${names.join(', ')}` },
];
