import { requireBelowLimit } from '#libs/config';
import { query } from '#libs/database';
import { NotFound } from '#libs/errors';
import { newId } from '#libs/ids';
import { currentRequest } from '#libs/logging';
import { hashOf } from '#libs/secrets';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import { newKey } from '../../../products/api-keys/secret.js';
import { AccessKinds } from '../../../accounts/identity/recovery/access-kinds.js';
import { forgetMade, noteMade } from '../../../accounts/identity/recovery/note-made.js';
import type { Organization } from '../../../accounts/organizations/organization.entity.js';
import { Memberships } from '../../../accounts/organizations/members/memberships.js';
import { Quotas } from '../../../accounts/organizations/quotas.service.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { advisoryLock } from '../../../platform/work/locks.js';
import { UnitOfWork } from '../../../platform/work/unit-of-work.service.js';
import { Agent } from './agent.entity.js';
import { END_SUSPENDED_AGENTS, RESUME_AGENTS, SUSPEND_AGENTS } from './agents.sql.js';
import type { CreateAgent } from './dto/agent.dto.js';

const AGENT = 'agent';

/** The agents of an organization. */
@Injectable()
export class AgentsService implements OnModuleInit {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly quotas: Quotas,
    private readonly kinds: AccessKinds,
    private readonly memberships: Memberships,
  ) {}

  /** Who recovers an account suspends the agents that were made with it: they would read what monitors look at. */
  onModuleInit(): void {
    this.memberships.onMembershipEnd(async (change, { organizationId, userId: createdByUserId }) => {
      await end(change, await change.tx.findBy(Agent, { organizationId, createdByUserId }));
    });
    const idsOf = (made: readonly { recordId: string }[]): string[] => made.map(({ recordId }) => recordId);
    this.kinds.register({
      kind: AGENT,
      suspend: async ({ tx }, recoveryId, made) =>
        (await query(tx, SUSPEND_AGENTS, [recoveryId, idsOf(made)])).map(({ id }) => ({ recordId: id })),
      resume: async ({ tx }, recoveryId, made) => {
        await query(tx, RESUME_AGENTS, [recoveryId, idsOf(made)]);
      },
      end: async (change, recoveryId, made) => {
        for (const agent of await query(change.tx, END_SUSPENDED_AGENTS, [recoveryId, idsOf(made)]))
          change.record({ ...subjectOfAgent(agent), type: 'agent.deleted' });
      },
    });
  }

  list({ id: organizationId }: Organization): Promise<Agent[]> {
    return this.database.manager.find(Agent, {
      where: { organizationId, suspendedBy: IsNull() },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }

  async create(
    { id: organizationId }: Organization,
    { name, labels = [] }: CreateAgent,
  ): Promise<{ agent: Agent; token: string }> {
    const token = newKey();
    const agent = await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      await change.lock(advisoryLock('agents', organizationId));
      requireBelowLimit(
        this.quotas.of(organizationId),
        'agents',
        await tx.countBy(Agent, { organizationId, suspendedBy: IsNull() }),
      );
      const id = newId();
      const createdByUserId = currentRequest().actor.id;
      await tx.insert(Agent, { id, organizationId, name, labels, tokenHash: hashOf(token), createdByUserId });
      await noteMade(tx, { kind: AGENT, recordId: id, organizationId, title: name });
      const agent = await tx.findOneByOrFail(Agent, { id });
      change.record({ ...subjectOfAgent(agent), type: 'agent.created' });
      return agent;
    });
    return { agent, token };
  }

  /** Its token ends at once; what it has in hand is given to another. */
  async delete({ id: organizationId }: Organization, id: string): Promise<void> {
    await this.unitOfWork.run(async (change) => {
      const { tx } = change;
      const where = { organizationId, id, suspendedBy: IsNull() };
      const agent = await tx.findOne(Agent, { where, lock: { mode: 'pessimistic_write' } });
      if (!agent) throw new NotFound('agent');
      await end(change, [agent]);
    });
  }
}

async function end(change: ChangeContext, agents: readonly Agent[]): Promise<void> {
  const ids = agents.map(({ id }) => id);
  await change.tx.delete(Agent, { id: In(ids) });
  await forgetMade(change.tx, AGENT, ids);
  for (const agent of agents) change.record({ ...subjectOfAgent(agent), type: 'agent.deleted' });
}

const subjectOfAgent = ({ organizationId, id, name }: Pick<Agent, 'organizationId' | 'id' | 'name'>) => ({
  organizationId,
  subject: { id, title: name },
});
