import { Injectable } from '@nestjs/common';
import { RemovalHooks } from '../work/removal-hooks.js';
import type { Unit } from '../work/unit.js';
import type { Requirement } from './requirement.entity.js';

/** An organization's own standard. */
export interface OwnStandard {
  id: string;
  organizationId: string;
}

/** What goes of an organization's own standards: a whole one with its levels, or some of its levels only. */
export interface RemovedStandard {
  organizationId: string;
  /** Null where the standard stays. */
  standardId: string | null;
  levelIds: readonly string[];
}

/** What follows from changes of standards: other modules say at their start what of theirs answers to them. */
@Injectable()
export class StandardChanges {
  /** What is done where a standard or levels of one are deleted: references to them are cleared. */
  readonly beforeRemoval = new RemovalHooks<RemovedStandard>();
  /** What is done where a requirement is deleted. */
  readonly beforeRequirementRemoval = new RemovalHooks<Requirement>();
  private readonly followers: ((unit: Unit, standard: OwnStandard) => Promise<unknown>)[] = [];

  /** Registers what follows where levels or requirements of a standard change, and where it goes. */
  onChange(follow: (unit: Unit, standard: OwnStandard) => Promise<unknown>): void {
    this.followers.push(follow);
  }

  async runAfterChange(unit: Unit, standard: OwnStandard): Promise<void> {
    for (const follow of this.followers) await follow(unit, standard);
  }
}
