import type { Unit } from './unit.js';

type Hook<T> = (unit: Unit, removed: T) => Promise<unknown>;

/**
 * What modules do in the unit in which a record of another is removed, while it is still there and locked: whoever refers
 * to it clears the reference, for foreign keys refuse to do it. Each takes a fixed number of statements.
 */
export class RemovalHooks<T> {
  private readonly hooks: Hook<T>[] = [];

  add(hook: Hook<T>): void {
    this.hooks.push(hook);
  }

  async run(unit: Unit, removed: T): Promise<void> {
    for (const hook of this.hooks) await hook(unit, removed);
  }
}
