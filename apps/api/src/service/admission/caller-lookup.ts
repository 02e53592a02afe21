import { clock } from '#libs/clock';
import { Settings } from '#libs/config';
import { bound, queryTogether, type Statement } from '#libs/database';
import { isStorable } from '#libs/fields';
import { followWrites } from '#libs/logging';
import { hashOf } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { noteKeyWrite } from '../../products/api-keys/note-write.js';
import { recordUse } from '../../products/api-keys/record-use.js';
import { isWellFormedKey } from '../../products/api-keys/secret.js';
import type { Principal } from '../../platform/http/current.js';
import type { Role, Scope } from '../../platform/http/policy.js';
import type { ProductRead } from '../../platform/http/product-read.js';
import { noteSessionWrite } from '../../accounts/identity/sessions/note-write.js';
import { prolongSession } from '../../accounts/identity/sessions/prolong-session.js';
import { isFresh, renewedExpiry } from '../../accounts/identity/sessions/session-lifetime.js';
import type { Session } from '../../accounts/identity/sessions/session.entity.js';
import type { Member } from '../../accounts/organizations/members/member.entity.js';
import { organizationOfPath } from '../../accounts/organizations/organization-of-path.js';
import type { Organization } from '../../accounts/organizations/organization.entity.js';
import type { Product } from '../../products/products/product.entity.js';
import {
  BY_KEY,
  BY_PASS,
  BY_SESSION,
  IS_OF_PATH,
  MEMBER,
  ORGANIZATION,
  PRODUCT,
  PRODUCT_OF_PATH,
  SESSION,
  USER,
} from './admission.sql.js';
import type { LookupTarget } from './lookup-target.js';

type Row = Record<string, unknown>;

/** The product and record of the path, if they exist. */
interface ResolvedPath {
  product: Product | null;
  record?: unknown;
}

/** The caller, and the organization, product and record of the path if they exist. */
export interface ResolvedCaller extends ResolvedPath {
  principal: Principal;
  organization: Organization | null;
  /** The membership of a session's person. */
  member?: Member | null;
}

/**
 * Looks up the caller with the organization, and the product of the path with its record, by two statements that are
 * sent at once. Sessions and keys are looked up before an organization is known, products by their organization: an
 * engine that spreads organizations over machines cannot join them.
 */
@Injectable()
export class CallerLookup {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
  ) {}

  /** The caller of a session, or undefined if the session is unknown or has ended. */
  async bySession(token: string, named: LookupTarget): Promise<ResolvedCaller | undefined> {
    const target = await this.withId(named);
    const caller = bound(BY_SESSION, [hashOf(token), target.organizationId ?? null, target.orActive]);
    const { row, ...resolved } = await this.find(caller, target);
    if (!row) return undefined;
    const session = SESSION.read(row)!;
    const user = USER.read(row)!;
    const member = MEMBER.read(row);
    const until = renewedExpiry(session, clock.millis());
    if (until) await this.renew(session, until);
    this.follow(session.writtenTo, () => noteSessionWrite(this.database.manager, session.id));
    return {
      principal: {
        userId: user.id,
        name: user.name,
        role: member?.role,
        passedFactor: user.twoFactorEnabled && session.factorPassed,
        isFresh: isFresh(session, clock.millis()),
        providerOrganizationId: session.providerOrganizationId,
        isFreshByProvider: isFresh({ provedAt: session.providerProvedAt }, clock.millis()),
        isRecoveryOwner: member?.recovery,
        user,
        session,
      },
      organization: ORGANIZATION.read(row),
      member,
      ...resolved,
    };
  }

  /**
   * The caller of an active key with its owner's present role; undefined if the key is revoked, expired or unknown, or
   * its owner has left or is disabled.
   */
  async byKey(secret: string, named: LookupTarget): Promise<ResolvedCaller | undefined> {
    if (!isWellFormedKey(secret)) return undefined;
    const target = await this.withId(named);
    const { row, ...resolved } = await this.find(bound(BY_KEY, [hashOf(secret)]), target);
    return row ? this.ofKey(row, resolved, target) : this.byPass(secret, target);
  }

  /** The caller of a pass that a pipeline got for its token. Keys, which are used far more, are looked up first. */
  private async byPass(secret: string, target: LookupTarget): Promise<ResolvedCaller | undefined> {
    const { row, ...resolved } = await this.find(bound(BY_PASS, [hashOf(secret)]), target);
    return row && this.ofKey(row, resolved, target);
  }

  private async ofKey(row: Row, resolved: ResolvedPath, target: LookupTarget): Promise<ResolvedCaller> {
    if (row['note_use']) await recordUse(this.database.manager, row['id'] as string);
    const key = {
      id: row['id'] as string,
      name: row['name'] as string,
      organizationId: row['organization_id'] as string,
      productId: row['product_id'] as string | null,
      scopes: row['scopes'] as Scope[],
      expiresAt: row['expires_at'] as Date | null,
      allowedAddresses: row['allowed_addresses'] as string[] | null,
      proposals:
        row['proposals_only'] === true
          ? {
              publisherId: row['publisher_id'] as string,
              number: row['proposal_number'] as number | null,
              repository: row['name'] as string,
            }
          : null,
    };
    // Who only reports reads no list.
    if (key.scopes.some((scope) => scope !== 'ingest'))
      this.follow(row['written_to'] as string | null, () => noteKeyWrite(this.database.manager, key.id));
    // The rows belong to the key's own organization: if the path names another one, they must not be returned.
    const elsewhere = target.organizationId !== undefined && target.organizationId !== key.organizationId;
    return {
      principal: {
        userId: row['owner_user_id'] as string | null,
        name: key.name,
        role: (row['role'] as Role | null) ?? undefined,
        key,
      },
      ...(elsewhere ? { organization: null, product: null } : { organization: ORGANIZATION.read(row), ...resolved }),
    };
  }

  /** A slug costs one statement more: the product is found by the id of its organization, with the caller. */
  private async withId(target: LookupTarget): Promise<LookupTarget> {
    if (target.organizationSlug === undefined) return target;
    const organizationId = (await organizationOfPath(this.database, target.organizationSlug)) ?? null;
    return { ...target, organizationId };
  }

  private async find(caller: Statement, target: LookupTarget): Promise<ResolvedPath & { row?: Row }> {
    const { organizationId, productSlug, reads } = target;
    const statements = [caller];
    if (organizationId && productSlug !== undefined && isStorable(productSlug))
      statements.push(productOfPath(organizationId, productSlug, target));
    const [callers, products] = await queryTogether(this.database, statements);
    const resolved = products?.[0];
    return {
      row: callers?.[0],
      product: resolved ? PRODUCT.read(resolved) : null,
      record: resolved && reads?.read(resolved),
    };
  }

  /** Where lists come from standbys, which must have what the caller has written. */
  private follow(writtenTo: string | null, noteWrite: () => Promise<void>): void {
    if (this.settings.databaseReplicaUrls.length > 0) followWrites(writtenTo, noteWrite);
  }

  private async renew(session: Session, until: Date): Promise<void> {
    session.expiresAt = until;
    await prolongSession(this.database.manager, session.id, until);
  }
}

const withRecord = new WeakMap<ProductRead, string>();

/**
 * The product of the path with what its endpoint reads, if anything, for which `$3` is the number of the record where
 * it has one.
 */
function productOfPath(
  organizationId: string,
  slug: string,
  { reads, number }: { reads?: ProductRead; number: string | null },
): Statement {
  if (!reads) return bound(PRODUCT_OF_PATH, [organizationId, slug]);
  const text =
    withRecord.get(reads) ??
    `/* admission */ SELECT ${PRODUCT.sql}, record.* FROM products p
  LEFT JOIN LATERAL (${reads.sql}) record ON true
  WHERE ${IS_OF_PATH}`;
  withRecord.set(reads, text);
  return [text, reads.number ? [organizationId, slug, number] : [organizationId, slug]];
}
