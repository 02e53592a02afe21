import { Injectable } from '@nestjs/common';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { RemovalHooks } from '../../platform/work/removal-hooks.js';

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

/** Requirements of an organization's own standard that are about to be deleted. */
export interface RemovedRequirements {
  organizationId: string;
  requirementIds: readonly string[];
}

/** Hooks with which other modules react to changes of standards; they register them on start-up. */
@Injectable()
export class StandardChanges {
  /** Hooks that run before a standard or some of its levels are deleted, to clear references to them. */
  readonly beforeRemoval = new RemovalHooks<RemovedStandard>();
  /**
   * Hooks that run before requirements are deleted, alone or with their standard, while nothing can be linked to them.
   */
  readonly beforeRequirementRemoval = new RemovalHooks<RemovedRequirements>();
  private readonly followers: ((change: ChangeContext, standard: OwnStandard) => Promise<unknown>)[] = [];

  /** Registers a handler that runs when levels or requirements of a standard change, or when it is deleted. */
  onChange(follow: (change: ChangeContext, standard: OwnStandard) => Promise<unknown>): void {
    this.followers.push(follow);
  }

  async runAfterChange(change: ChangeContext, standard: OwnStandard): Promise<void> {
    for (const follow of this.followers) await follow(change, standard);
  }
}
