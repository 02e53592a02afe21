import { query } from '#libs/database';
import { hashOf } from '#libs/secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isWellFormedKey } from '../../../products/api-keys/secret.js';
import { agentRefused } from '../runs/errors.js';
import { type KnownAgent, SEE_AGENT } from './agents.sql.js';

/** Knows agents by their tokens. */
@Injectable()
export class KnownAgents {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * The agent of a token.
   * @throws Unauthenticated
   */
  async find(token: string | undefined): Promise<KnownAgent> {
    const [agent] = token && isWellFormedKey(token) ? await query(this.database, SEE_AGENT, [hashOf(token)]) : [];
    if (!agent) throw agentRefused();
    return agent;
  }
}
