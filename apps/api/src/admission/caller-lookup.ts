import { Settings } from '#libs/config';
import { type Columns, columnsOf, queryTogether, type Statement } from '#libs/database';
import { isStorable } from '#libs/fields';
import { followWrites } from '#libs/logging';
import { hashOf } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { noteKeyWrite } from '../api-keys/note-write.js';
import { recordUse } from '../api-keys/record-use.js';
import { isWellFormedKey } from '../api-keys/secret.js';
import type { Principal } from '../http/current.js';
import type { Role, Scope } from '../http/policy.js';
import { noteSessionWrite } from '../identity/sessions/note-write.js';
import { prolongSession } from '../identity/sessions/prolong-session.js';
import { renewedExpiry } from '../identity/sessions/session-lifetime.js';
import { Session } from '../identity/sessions/session.entity.js';
import { User } from '../identity/user.entity.js';
import { Member } from '../organizations/members/member.entity.js';
import { Organization } from '../organizations/organization.entity.js';
import { Product } from '../products/product.entity.js';
import { type LookupSql, lookupSql } from './lookup-sql.js';
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
 * Looks up the caller with the organization, and the product of the path with its record, by two statements that are sent at once. Sessions and keys are
 * looked up before an organization is known, products by their organization: an engine that spreads organizations over
 * machines cannot join them.
 */
@Injectable()
export class CallerLookup {
  private readonly user: Columns<User>;
  private readonly session: Columns<Session>;
  private readonly organization: Columns<Organization>;
  private readonly member: Columns<Member>;
  private readonly product: Columns<Product>;
  private readonly sql: LookupSql;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly settings: Settings,
  ) {
    this.user = columnsOf(database, User, 'u');
    this.session = columnsOf(database, Session, 's');
    this.organization = columnsOf(database, Organization, 'o');
    this.member = columnsOf(database, Member, 'm');
    this.product = columnsOf(database, Product, 'p');
    const { user, session, organization, member, product } = this;
    this.sql = lookupSql({ user, session, organization, member, product });
  }

  /** The caller of a session, or undefined if the session is unknown or has ended. */
  async bySession(token: string, target: LookupTarget): Promise<ResolvedCaller | undefined> {
    const { row, ...resolved } = await this.find(
      [this.sql.bySession, [hashOf(token), target.organizationId ?? null, target.orActive]],
      target,
    );
    if (!row) return undefined;
    const session = this.session.read(row)!;
    const user = this.user.read(row)!;
    const member = this.member.read(row);
    const until = renewedExpiry(session, Date.now());
    if (until) await this.renew(session, until);
    this.follow(session.writtenTo, () => noteSessionWrite(this.database.manager, session.id));
    return {
      principal: {
        userId: user.id,
        name: user.name,
        role: member?.role,
        passedFactor: user.twoFactorEnabled && session.factorPassed,
        user,
        session,
      },
      organization: this.organization.read(row),
      member,
      ...resolved,
    };
  }

  /**
   * The caller of an active key with its owner's present role; undefined if the key is revoked, expired or unknown, or
   * its owner has left or is disabled.
   */
  async byKey(secret: string, target: LookupTarget): Promise<ResolvedCaller | undefined> {
    if (!isWellFormedKey(secret)) return undefined;
    const { row, ...resolved } = await this.find([this.sql.byKey, [hashOf(secret)]], target);
    return row ? this.ofKey(row, resolved, target) : this.byPass(secret, target);
  }

  /** The caller of a pass that a pipeline got for its token. Keys, which are used far more, are looked up first. */
  private async byPass(secret: string, target: LookupTarget): Promise<ResolvedCaller | undefined> {
    const { row, ...resolved } = await this.find([this.sql.byPass, [hashOf(secret)]], target);
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
      proposalsOnly: row['proposals_only'] === true,
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
      ...(elsewhere
        ? { organization: null, product: null }
        : { organization: this.organization.read(row), ...resolved }),
    };
  }

  private async find(
    caller: Statement,
    { organizationId, productSlug, reads, number }: LookupTarget,
  ): Promise<ResolvedPath & { row?: Row }> {
    const namesProduct = organizationId && productSlug !== undefined && isStorable(productSlug);
    const product: Statement = [
      this.sql.product(reads),
      [organizationId, productSlug, ...(reads?.number ? [number] : [])],
    ];
    const [callers, products] = await queryTogether(this.database, namesProduct ? [caller, product] : [caller]);
    const resolved = products?.[0];
    return {
      row: callers?.[0],
      product: resolved ? this.product.read(resolved) : null,
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
