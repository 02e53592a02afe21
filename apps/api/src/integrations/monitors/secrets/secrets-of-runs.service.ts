import { query } from '#libs/database';
import { type Fault, unknownFault } from '#libs/errors';
import { type Mask, maskFor, UndecryptableSecret, Vault } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Monitor, Step } from '../monitor.entity.js';
import { valueLocation } from './encrypted-values.js';
import { SECRETS_NAMED, type StoredSecret } from './secrets.sql.js';

/** What an agent fills in, and where alone. */
export interface GivenSecret {
  value: string;
  origins: string[];
}

/** The secrets of a run by their names, or why it cannot be given to an agent. */
export type SecretsOfRun = { given: Record<string, GivenSecret> } | { reason: string; message: string };

type OfSteps = Pick<Monitor, 'organizationId' | 'productId' | 'steps'>;

/** What is no text of a page: a mask in it would change what it means. */
const OURS: ReadonlySet<string> = new Set([
  ...['id', 'outcome', 'reason', 'template', 'ruleId', 'tool', 'severity', 'impact', 'wcag', 'helpUrl'],
  ...['fingerprint', 'digest'],
]);

/** The secrets that the steps of monitors name. */
@Injectable()
export class SecretsOfRuns {
  constructor(private readonly vault: Vault) {}

  /** What a run gives to its agent: all that its steps name, or nothing. */
  async given(tx: EntityManager, monitor: OfSteps, isOperators: boolean): Promise<SecretsOfRun> {
    const named = namesIn(monitor.steps);
    const found = await this.find(tx, monitor);
    const missing = named.find((name) => !found.has(name));
    if (missing !== undefined) return { reason: 'secret_missing', message: `The secret ${missing} no longer exists.` };
    const withheld = isOperators ? named.find((name) => !found.get(name)!.operatorAgents) : undefined;
    if (withheld !== undefined) {
      const message = `The secret ${withheld} is not available to agents of the operator, and the organization has no agent of its own.`;
      return { reason: 'secret_withheld', message };
    }
    const given: Record<string, GivenSecret> = {};
    for (const [name, secret] of found) {
      const value = this.read(secret);
      if (value === undefined)
        return { reason: 'secret_unreadable', message: `The secret ${name} cannot be decrypted. Set it again.` };
      given[name] = { value, origins: secret.origins };
    }
    return { given };
  }

  /** Takes the secrets of a run out of what its agent says: the agent does so too, and may be an older one. */
  async mask(tx: EntityManager, monitor: OfSteps): Promise<Mask> {
    const values = [...(await this.find(tx, monitor)).values()].flatMap((secret) => this.read(secret) ?? []);
    return maskFor(values, OURS);
  }

  /** The names in steps that no secret of the product has. */
  async faults(tx: EntityManager, monitor: OfSteps): Promise<Fault[]> {
    const found = await this.find(tx, monitor);
    return monitor.steps.flatMap(({ fill }, index) =>
      fill?.secret === undefined || found.has(fill.secret)
        ? []
        : [unknownFault(`/steps/${index}/fill/secret`, 'secret', fill.secret)],
    );
  }

  private async find(
    tx: EntityManager,
    { organizationId, productId, steps }: OfSteps,
  ): Promise<Map<string, StoredSecret>> {
    const names = namesIn(steps);
    const found = names.length > 0 ? await query(tx, SECRETS_NAMED, [organizationId, productId, names]) : [];
    return new Map(found.map((secret) => [secret.name, secret]));
  }

  private read({ id, value }: StoredSecret): string | undefined {
    try {
      return this.vault.open(valueLocation(id), value);
    } catch (error) {
      if (error instanceof UndecryptableSecret) return undefined;
      throw error;
    }
  }
}

const namesIn = (steps: readonly Step[]): string[] => [
  ...new Set(steps.flatMap(({ fill }) => (fill?.secret === undefined ? [] : [fill.secret]))),
];
