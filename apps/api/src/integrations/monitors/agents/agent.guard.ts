import { Settings } from '#libs/config';
import { MINUTE_MS } from '#libs/dates';
import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { requestOf } from '../../../platform/http/call.js';
import { bearerToken } from '../../../accounts/identity/sessions/presented-token.js';
import { applyLimit } from '../../../platform/limits/address-limits.js';
import { LimitStorage } from '../../../platform/limits/limit-storage.js';
import type { KnownAgent } from './agents.sql.js';
import { KnownAgents } from './known-agents.service.js';

/** An agent that calls, with what it shows. */
export interface CallingAgent extends KnownAgent {
  token: string;
}

type RequestOfAgent = Request & { agent?: CallingAgent };

/** Knows agents by their tokens, before anything of the body is read, and limits how often each calls. */
@Injectable()
export class AgentGuard implements CanActivate {
  constructor(
    private readonly agents: KnownAgents,
    private readonly settings: Settings,
    @Inject(LimitStorage) private readonly storage: LimitStorage,
  ) {}

  /** @throws Unauthenticated, RateLimited */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request: RequestOfAgent = requestOf(context);
    const token = bearerToken(request.headers);
    const agent = await this.agents.find(token);
    const limit = this.settings.limits.agent;
    if (limit > 0) {
      const { totalHits, timeToExpire } = await this.storage.increment(`agent:${agent.id}`, MINUTE_MS, limit);
      applyLimit(context.switchToHttp().getResponse<Response>(), limit, totalHits, timeToExpire);
    }
    request.agent = { ...agent, token: token! };
    return true;
  }
}

/** The agent that calls. */
export const CurrentAgent = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => (requestOf(context) as RequestOfAgent).agent!,
);
