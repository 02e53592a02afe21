import { Injectable } from '@nestjs/common';
import { RemovalHooks } from '../work/removal-hooks.js';
import type { Unit } from '../work/unit.js';

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

type Step<T> = (unit: Unit, subject: T) => Promise<unknown>;

/** What follows from changes of standards: other modules say at their start what of theirs answers to them. */
@Injectable()
export class StandardChanges {
  /** What is done where a standard or levels of one are deleted: references to them are cleared. */
  readonly beforeRemoval = new RemovalHooks<RemovedStandard>();
  private readonly afterChange: Step<OwnStandard>[] = [];
  private readonly beforeRequirementEnds: Step<string>[] = [];

  /** Registers what follows where the levels or requirements of a standard have changed, or it is about to be deleted. */
  whenChanged(step: Step<OwnStandard>): void {
    this.afterChange.push(step);
  }

  /** Registers what must be done while a requirement that is deleted is still there; it is given by its id. */
  whenRequirementGoes(step: Step<string>): void {
    this.beforeRequirementEnds.push(step);
  }

  changed(unit: Unit, standard: OwnStandard): Promise<void> {
    return each(this.afterChange, unit, standard);
  }

  requirementEnds(unit: Unit, id: string): Promise<void> {
    return each(this.beforeRequirementEnds, unit, id);
  }
}

async function each<T>(steps: readonly Step<T>[], unit: Unit, subject: T): Promise<void> {
  for (const step of steps) await step(unit, subject);
}
