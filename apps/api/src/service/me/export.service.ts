import { clock } from '#libs/clock';
import { query } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { LargeJson } from '../../platform/http/large-json.js';
import { AccountHookRegistry } from '../../accounts/identity/leaving/account-hooks.js';
import { ownImage, type User } from '../../accounts/identity/user.entity.js';
import { organizationsOf } from '../../accounts/organizations/members/former-members.js';
import type { Principal } from '../../platform/http/current.js';
import { isOpenTo } from '../../platform/http/policy.js';
import { accessTargetOf } from '../../accounts/organizations/access-target.js';
import { Member } from '../../accounts/organizations/members/member.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';
import {
  ACCOUNT_EVENTS,
  ADDRESS_CHANGES,
  API_KEYS,
  ASSIGNED_ISSUES,
  AUDIT_ASSIGNMENTS,
  COMMENTS,
  EVENTS,
  EVIDENCE,
  IMPORTS,
  INVITATIONS_RECEIVED,
  INVITATIONS_SENT,
  MAILS,
  MEMBERSHIPS,
  OUTCOMES,
  PINNED_PRODUCTS,
  RECORDS,
  RESPONSIBLE_FOR,
  SAVED_VIEWS,
  SESSIONS,
  SIGN_IN_METHODS,
  TRUSTED_PUBLISHERS,
  VERDICTS,
  WATCHED_ISSUES,
} from './export.sql.js';
import { merged, orderedRows } from './ordered-rows.js';

/** The lists of the person alone. */
const PERSONAL_LISTS = {
  signInMethods: SIGN_IN_METHODS,
  sessions: SESSIONS,
  addressChanges: ADDRESS_CHANGES,
  mails: MAILS,
  memberships: MEMBERSHIPS,
  invitationsSent: INVITATIONS_SENT,
  invitationsReceived: INVITATIONS_RECEIVED,
  apiKeys: API_KEYS,
  trustedPublishers: TRUSTED_PUBLISHERS,
};

/** Collects the personal data of a person. */
@Injectable()
export class ExportService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accountHooks: AccountHookRegistry,
  ) {}

  /**
   * Leaves out the data of organizations that ask for a second factor, unless the session has passed it, or for their
   * own provider, unless it began by that.
   */
  async export(user: User, caller: Principal): Promise<LargeJson> {
    const { id, name, email, emailVerified, createdAt, updatedAt } = user;
    // One snapshot for all statements.
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const personal = {} as Record<keyof typeof PERSONAL_LISTS, object[]>;
      const known = await organizationsOf(tx, id);
      const memberships = new Map((await tx.findBy(Member, { userId: id })).map((one) => [one.organizationId, one]));
      const isClosed = (organization: Organization): boolean => {
        const { role, recovery: isRecoveryOwner } = memberships.get(organization.id) ?? {};
        return !isOpenTo({ ...caller, role, isRecoveryOwner }, accessTargetOf(organization));
      };
      const closed = (await tx.findBy(Organization, { id: In(known) })).filter(isClosed);
      const closedIds = new Set(closed.map((organization) => organization.id));
      const isOpen = (row: { organizationId?: string | null }) => !closedIds.has(row.organizationId ?? '');
      for (const [list, statement] of Object.entries(PERSONAL_LISTS))
        personal[list as keyof typeof personal] = (await query(tx, statement, [id])).filter(isOpen);
      const organizationIds = known.filter((organizationId) => !closedIds.has(organizationId));
      let cursors = 0;
      const cursor = (): string => `export_${(cursors += 1)}`;
      const ofEach = (statement: typeof EVENTS) =>
        organizationIds.map((organizationId) => orderedRows(tx, cursor(), statement, [id, organizationId]));
      const organizational = {
        pinnedProducts: merged(ofEach(PINNED_PRODUCTS)),
        savedViews: merged(ofEach(SAVED_VIEWS)),
        responsibleFor: merged(ofEach(RESPONSIBLE_FOR)),
        assignedIssues: merged(ofEach(ASSIGNED_ISSUES)),
        watchedIssues: merged(ofEach(WATCHED_ISSUES)),
        records: merged(ofEach(RECORDS)),
        comments: merged(ofEach(COMMENTS)),
        evidence: merged(ofEach(EVIDENCE)),
        outcomes: merged(ofEach(OUTCOMES)),
        imports: merged(ofEach(IMPORTS)),
        auditAssignments: merged(ofEach(AUDIT_ASSIGNMENTS)),
        verdicts: merged(ofEach(VERDICTS)),
        // An organization's event may be the account's own too.
        events: merged([...ofEach(EVENTS), orderedRows(tx, cursor(), ACCOUNT_EVENTS, [id], isOpen)]),
      };
      const others = await this.accountHooks.exportData(tx, user);
      const image = ownImage(user);
      const account = { id, name, email, emailVerified, image, createdAt, updatedAt, ...others };
      return LargeJson.of({ exportedAt: clock.now(), account, ...personal }, organizational);
    });
  }
}
