import { Injectable } from '@nestjs/common';
import { RemovalHooks } from '../work/removal-hooks.js';
import type { Unit } from '../work/unit.js';

/** An organization's own standard. */
export interface OwnStandard {
  id: string;
  organizationId: string;
}

/** The deleted part of an organization's own standard: all of it with its levels, or only some levels. */
export interface RemovedStandard {
  organizationId: string;
  /** Null where the standard stays. */
  standardId: string | null;
  levelIds: readonly string[];
}

/** A requirement of an organization's own standard that is about to be deleted. */
export interface RemovedRequirement {
  organizationId: string;
  requirementId: string;
}

/** Hooks with which other modules react to changes of standards; they register them on start-up. */
@Injectable()
export class StandardChanges {
  /** Hooks that run before a standard or some of its levels are deleted, to clear references to them. */
  readonly beforeRemoval = new RemovalHooks<RemovedStandard>();
  /** Hooks that run before a requirement is deleted. */
  readonly beforeRequirementRemoval = new RemovalHooks<RemovedRequirement>();
  private readonly followers: ((unit: Unit, standard: OwnStandard) => Promise<unknown>)[] = [];

  /** Registers a handler that runs when levels or requirements of a standard change, or when it is deleted. */
  onChange(follow: (unit: Unit, standard: OwnStandard) => Promise<unknown>): void {
    this.followers.push(follow);
  }

  async runAfterChange(unit: Unit, standard: OwnStandard): Promise<void> {
    for (const follow of this.followers) await follow(unit, standard);
  }
}
