import { clock } from '#libs/clock';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { domainState } from './domain-state.js';
import { SignInDomain } from './sign-in-domain.entity.js';

const verified = (tx: EntityManager, organizationId: string): Promise<SignInDomain[]> =>
  tx.findBy(SignInDomain, { organizationId, verifiedAt: Not(IsNull()) });

/** The domains by which somebody new may come in to an organization: proved, and their records not gone for good. */
export const provedDomains = async (tx: EntityManager, organizationId: string): Promise<string[]> =>
  (await verified(tx, organizationId))
    .filter((one) => domainState(one, clock.millis()) !== 'gone')
    .map(({ domain }) => domain);

/** Whether another organization has proved the domain. */
export const isHeldElsewhere = (tx: EntityManager, organizationId: string, domain: string): Promise<boolean> =>
  tx.existsBy(SignInDomain, { domain, organizationId: Not(organizationId), verifiedAt: Not(IsNull()) });

/** The domains by which those may come in who have before: proved, and no other organization's since. */
export const verifiedDomains = async (tx: EntityManager, organizationId: string): Promise<string[]> =>
  (await verified(tx, organizationId)).map(({ domain }) => domain);
