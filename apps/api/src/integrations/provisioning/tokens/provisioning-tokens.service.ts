import { query } from '#libs/database';
import { Conflict, NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { currentRequest } from '#libs/logging';
import { hashOf } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import { displayPrefixOf, newKey, SCIM_PREFIX } from '../../../products/api-keys/secret.js';
import { AccessKinds } from '../../../accounts/identity/recovery/access-kinds.js';
import type { MadeAccess } from '../../../accounts/identity/recovery/made-access.js';
import { forgetMade, noteMade } from '../../../accounts/identity/recovery/note-made.js';
import { Memberships } from '../../../accounts/organizations/members/memberships.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';
import { organizationLock } from '../../../accounts/organizations/organization-lock.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { ProvisioningToken } from './provisioning-token.entity.js';
import { PROVISIONING_TOKEN } from './token-kind.js';
import { END_SUSPENDED_TOKENS, RESUME_TOKENS, SUSPEND_TOKENS } from './provisioning-tokens.sql.js';

/** One that is in use, and one that takes its place. */
const MOST_TOKENS = 2;

class TokensAreTwo extends Conflict {
  readonly code = 'provisioning_tokens_full';
  constructor() {
    super(`An organization can have at most ${MOST_TOKENS} provisioning tokens. Delete the unused token first.`);
  }
}

/** The tokens by which the provider of an organization says who belongs to it. */
@Injectable()
export class ProvisioningTokens implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly kinds: AccessKinds,
    private readonly memberships: Memberships,
  ) {}

  /** Who recovers an account suspends the tokens that were made with it: they let anybody in. */
  onModuleInit(): void {
    // Where the provider takes its own administrator out, it goes on: else it would take nobody out any more.
    this.memberships.onMembershipEnd(async (change, { organizationId, userId: createdByUserId }, by) => {
      if (by === 'provider') return;
      await end(change, organizationId, await change.tx.findBy(ProvisioningToken, { organizationId, createdByUserId }));
    });
    this.kinds.register({
      kind: PROVISIONING_TOKEN,
      locks: (made) => made.map(({ organizationId }) => organizationLock(organizationId!)),
      suspend: async ({ tx }, recoveryId, made) =>
        (await query(tx, SUSPEND_TOKENS, [recoveryId, ...idsOf(made)])).map(({ id }) => ({ recordId: id })),
      resume: async ({ tx }, recoveryId, made) => {
        await query(tx, RESUME_TOKENS, [recoveryId, ...idsOf(made)]);
      },
      end: async (change, recoveryId, made) => {
        for (const token of await query(change.tx, END_SUSPENDED_TOKENS, [recoveryId, ...idsOf(made)]))
          change.record({ ...subjectOf(token), type: 'provisioning_token.deleted' });
      },
    });
  }

  /** Oldest first. */
  list({ id: organizationId }: Organization): Promise<ProvisioningToken[]> {
    return this.database.manager.find(ProvisioningToken, {
      where: { organizationId, suspendedBy: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  /** @throws Conflict `provisioning_tokens_full` */
  async create({ id: organizationId }: Organization): Promise<{ row: ProvisioningToken; token: string }> {
    const token = newKey(SCIM_PREFIX);
    const row = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(organizationLock(organizationId));
      const present = await tx.countBy(ProvisioningToken, { organizationId, suspendedBy: IsNull() });
      if (present >= MOST_TOKENS) throw new TokensAreTwo();
      const made = { organizationId, id: newId(), displayPrefix: displayPrefixOf(token, SCIM_PREFIX) };
      const createdByUserId = currentRequest().actor.id;
      await tx.insert(ProvisioningToken, { ...made, tokenHash: hashOf(token), createdByUserId });
      await noteMade(tx, { kind: PROVISIONING_TOKEN, recordId: made.id, organizationId, title: made.displayPrefix });
      change.record({ ...subjectOf(made), type: 'provisioning_token.created' });
      return tx.findOneByOrFail(ProvisioningToken, { organizationId, id: made.id });
    });
    return { row, token };
  }

  /** It opens nothing any more. @throws NotFound */
  async delete({ id: organizationId }: Organization, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(organizationLock(organizationId));
      const row = await tx.findOneBy(ProvisioningToken, { organizationId, id, suspendedBy: IsNull() });
      if (!row) throw new NotFound('token');
      await end(change, organizationId, [row]);
    });
  }
}

async function end(change: ChangeContext, organizationId: string, tokens: readonly ProvisioningToken[]): Promise<void> {
  const ids = tokens.map(({ id }) => id);
  await change.tx.delete(ProvisioningToken, { organizationId, id: In(ids) });
  await forgetMade(change.tx, PROVISIONING_TOKEN, ids);
  for (const token of tokens) change.record({ ...subjectOf(token), type: 'provisioning_token.deleted' });
}

const idsOf = (made: readonly MadeAccess[]): [organizationIds: string[], ids: string[]] => [
  [...new Set(made.map(({ organizationId }) => organizationId!))],
  made.map(({ recordId }) => recordId),
];

const subjectOf = ({
  organizationId,
  id,
  displayPrefix,
}: Pick<ProvisioningToken, 'organizationId' | 'id' | 'displayPrefix'>) => ({
  organizationId,
  subject: { id, title: displayPrefix },
});
