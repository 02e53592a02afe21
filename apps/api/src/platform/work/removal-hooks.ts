import type { ChangeContext } from './change-context.js';

type Hook<T> = (change: ChangeContext, removed: T) => Promise<unknown>;

/**
 * Hooks of other modules that run before a record is deleted, in the same unit and with the record locked. They clear
 * references to it, because a foreign key takes only children along and refuses the deletion otherwise. Each hook runs
 * a fixed number of statements.
 */
export class RemovalHooks<T> {
  private readonly hooks: Hook<T>[] = [];

  add(hook: Hook<T>): void {
    this.hooks.push(hook);
  }

  async run(change: ChangeContext, removed: T): Promise<void> {
    for (const hook of this.hooks) await hook(change, removed);
  }
}
