import { Injectable } from '@nestjs/common';
import type { Unit } from '../work/unit.js';

/** An organization's own standard. */
export interface OwnStandard {
  id: string;
  organizationId: string;
}

type Step<T> = (unit: Unit, subject: T) => Promise<unknown>;

/** What follows from changes of standards: other modules say at their start what of theirs answers to them. */
@Injectable()
export class StandardChanges {
  private readonly afterChange: Step<OwnStandard>[] = [];
  private readonly beforeEnd: Step<OwnStandard>[] = [];
  private readonly beforeRequirementEnds: Step<string>[] = [];

  /** Registers what follows where the levels or requirements of a standard have changed, or it is about to be deleted. */
  whenChanged(step: Step<OwnStandard>): void {
    this.afterChange.push(step);
  }

  /** Registers what must be done while a standard that is deleted is still there. */
  whenOneGoes(step: Step<OwnStandard>): void {
    this.beforeEnd.push(step);
  }

  /** Registers what must be done while a requirement that is deleted is still there; it is given by its id. */
  whenRequirementGoes(step: Step<string>): void {
    this.beforeRequirementEnds.push(step);
  }

  changed(unit: Unit, standard: OwnStandard): Promise<void> {
    return each(this.afterChange, unit, standard);
  }

  async ends(unit: Unit, standard: OwnStandard): Promise<void> {
    await this.changed(unit, standard);
    await each(this.beforeEnd, unit, standard);
  }

  requirementEnds(unit: Unit, id: string): Promise<void> {
    return each(this.beforeRequirementEnds, unit, id);
  }
}

async function each<T>(steps: readonly Step<T>[], unit: Unit, subject: T): Promise<void> {
  for (const step of steps) await step(unit, subject);
}
