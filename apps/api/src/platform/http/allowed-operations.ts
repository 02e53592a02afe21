import { Injectable } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { AccessTarget, Caller } from './policy.js';
import { mayUse } from './refusal.js';
import { listRoutes, operationIdOf, type Route } from './routes.js';

const BELOW_AN_ORGANIZATION = '/v1/organizations/:orgId';

/** Tells callers beforehand what they may do in an organization, by the rules with which admission decides. */
@Injectable()
export class AllowedOperations {
  private routes?: readonly Route[];

  constructor(private readonly modules: ModulesContainer) {}

  /**
   * Whether the caller may use each operation below an organization. Of products and records it says what the role may,
   * of what needs a fresh proof what may be done with one, and of a key for one product what it may do in that product.
   */
  of(caller: Caller, organization: AccessTarget): Record<string, boolean> {
    const [able, target] = [
      { ...caller, isFresh: true },
      { ...organization, productId: caller.key?.productId ?? undefined },
    ];
    return Object.fromEntries(this.known().map((route) => [operationIdOf(route), mayUse(route.policy!, able, target)]));
  }

  // The controllers are not all there when this is made.
  private known(): readonly Route[] {
    this.routes ??= listRoutes(this.modules).filter(({ path }) => path.startsWith(BELOW_AN_ORGANIZATION));
    return this.routes;
  }
}
