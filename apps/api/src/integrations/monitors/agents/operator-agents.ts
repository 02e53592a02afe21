import { newId } from '#libs/ids';
import { hashOf } from '#libs/secrets';
import { type EntityManager, IsNull } from 'typeorm';
import { newKey } from '../../../products/api-keys/secret.js';
import { Agent } from './agent.entity.js';

/** The agents of the operator, the oldest first. */
export const operatorAgents = (tx: EntityManager): Promise<Agent[]> =>
  tx.find(Agent, { where: { organizationId: IsNull() }, order: { createdAt: 'ASC', id: 'ASC' } });

/** Makes an agent that works for all organizations that have none of their own; answers its token. */
export async function makeOperatorAgent(tx: EntityManager, name: string, labels: readonly string[]): Promise<string> {
  const token = newKey();
  await tx.insert(Agent, { id: newId(), organizationId: null, name, labels: [...labels], tokenHash: hashOf(token) });
  return token;
}

/** Deletes those of this name; answers how many there were. */
export const deleteOperatorAgents = async (tx: EntityManager, name: string): Promise<number> =>
  (await tx.delete(Agent, { organizationId: IsNull(), name })).affected ?? 0;
