import { query } from '#libs/database';
import { mapInSlices, sortInSlices } from '#libs/queues';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { LargeJson } from '../http/large-json.js';
import { AccountHookRegistry } from '../identity/leaving/account-hooks.js';
import { ownImage, type User } from '../identity/user.entity.js';
import { organizationsOf } from '../organizations/members/former-members.js';
import { Organization } from '../organizations/organization.entity.js';
import {
  ACCOUNT_EVENTS,
  ADDRESS_CHANGES,
  API_KEYS,
  EVENTS,
  INVITATIONS_RECEIVED,
  INVITATIONS_SENT,
  MAILS,
  MEMBERSHIPS,
  PINNED_PRODUCTS,
  RECORDS,
  RESPONSIBLE_FOR,
  SAVED_VIEWS,
  SESSIONS,
  SIGN_IN_METHODS,
  TRUSTED_PUBLISHERS,
  VERDICTS,
} from './export.sql.js';

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

/** A row of an export, with what orders it among those of other organizations. */
interface OrderedRow {
  sortAt: Date;
  sortId: string;
}

/** Collects the personal data of a person. */
@Injectable()
export class ExportService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accountHooks: AccountHookRegistry,
  ) {}

  /** Leaves out the data of organizations that ask for a second factor, unless the session has passed it. */
  async export(user: User, passedFactor = false): Promise<LargeJson> {
    const { id, name, email, emailVerified, createdAt, updatedAt } = user;
    // One snapshot for all statements.
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const personal = {} as Record<keyof typeof PERSONAL_LISTS, object[]>;
      const known = await organizationsOf(tx, id);
      const closed = passedFactor ? [] : await tx.findBy(Organization, { id: In(known), requireTwoFactor: true });
      const closedIds = new Set(closed.map((organization) => organization.id));
      const isOpen = (row: { organizationId?: string | null }) => !closedIds.has(row.organizationId ?? '');
      for (const [list, statement] of Object.entries(PERSONAL_LISTS))
        personal[list as keyof typeof personal] = (await query(tx, statement, [id])).filter(isOpen);
      const organizationIds = known.filter((organizationId) => !closedIds.has(organizationId));
      /** As JSON: the rows of all organizations together would take many times the room. */
      const ofEach = async (statement: typeof EVENTS, rows: Rows = new Rows()): Promise<string[]> => {
        for (const organizationId of organizationIds) await rows.add(await query(tx, statement, [id, organizationId]));
        return rows.inOrder();
      };
      const accountEvents = new Rows();
      await accountEvents.add((await query(tx, ACCOUNT_EVENTS, [id])).filter(isOpen));
      const organizational = {
        pinnedProducts: await ofEach(PINNED_PRODUCTS),
        savedViews: await ofEach(SAVED_VIEWS),
        responsibleFor: await ofEach(RESPONSIBLE_FOR),
        records: await ofEach(RECORDS),
        verdicts: await ofEach(VERDICTS),
        events: await ofEach(EVENTS, accountEvents),
      };
      const others = await this.accountHooks.exportData(tx, user);
      const image = ownImage(user);
      const account = { id, name, email, emailVerified, image, createdAt, updatedAt, ...others };
      return LargeJson.of({ exportedAt: new Date(), account, ...personal }, organizational);
    });
  }
}

/** Rows of several organizations in one order, each once: an event may be found as the account's own copy too. */
class Rows {
  /** JSON behind what orders it, by the latter's id. */
  private readonly texts = new Map<string, string>();

  async add(rows: readonly object[]): Promise<void> {
    await mapInSlices(rows as OrderedRow[], ({ sortAt, sortId, ...row }) =>
      this.texts.set(sortId, `${sortAt.toISOString()}\0${sortId}\0${JSON.stringify(row)}`),
    );
  }

  async inOrder(): Promise<string[]> {
    const sorted = await sortInSlices([...this.texts.values()]);
    return mapInSlices(sorted, (text) => text.slice(text.lastIndexOf('\0') + 1));
  }
}
