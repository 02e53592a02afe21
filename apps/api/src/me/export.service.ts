import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AccountHookRegistry } from '../identity/leaving/account-hooks.js';
import type { User } from '../identity/user.entity.js';
import { organizationsOf } from '../organizations/members/former-members.js';
import type { PersonalExport } from './dto/export.dto.js';
import { ACCOUNT_EVENTS, ORGANIZATION_LISTS, PERSONAL_LISTS } from './export-lists.js';

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

  async export(user: User): Promise<PersonalExport> {
    const { id, name, email, emailVerified, image, createdAt, updatedAt } = user;
    // One snapshot for all statements.
    return this.database.transaction('REPEATABLE READ', async (tx) => {
      const personal = {} as Record<keyof typeof PERSONAL_LISTS, object[]>;
      for (const [list, sql] of Object.entries(PERSONAL_LISTS))
        personal[list as keyof typeof personal] = await tx.query(sql, [id]);
      const organizationIds = await organizationsOf(tx, id);
      const ofEach = async <T extends object>(list: keyof typeof ORGANIZATION_LISTS): Promise<T[]> => {
        const rows: T[] = [];
        for (const organizationId of organizationIds)
          rows.push(...(await tx.query<T[]>(ORGANIZATION_LISTS[list], [id, organizationId])));
        return rows;
      };
      const organizational = {
        pinnedProducts: inOrder(await ofEach('pinnedProducts')),
        savedViews: inOrder(await ofEach('savedViews')),
        responsibleFor: await ofEach('responsibleFor'),
        records: inOrder(await ofEach('records')),
        verdicts: inOrder(await ofEach('verdicts')),
        events: inOrder([
          ...(await tx.query<OrderedRow[]>(ACCOUNT_EVENTS, [id])),
          ...(await ofEach<OrderedRow>('events')),
        ]),
      };
      const known = await this.accountHooks.exportData(tx, user);
      const account = { id, name, email, emailVerified, image, createdAt, updatedAt, ...known };
      return { exportedAt: new Date(), account, ...personal, ...organizational };
    });
  }
}

/** Rows of several organizations in one order, each once: an event may be found as the account's own copy too. */
function inOrder(rows: readonly OrderedRow[]): object[] {
  return [...new Map(rows.map((row) => [row.sortId, row])).values()]
    .toSorted((a, b) => a.sortAt.getTime() - b.sortAt.getTime() || (a.sortId < b.sortId ? -1 : 1))
    .map(({ sortAt: _at, sortId: _id, ...row }) => row);
}
