import type { EntityManager } from 'typeorm';

/** What another module does with the events of organizations that want it. */
export interface EventSubscriber {
  /**
   * In SQL: whether the organization wants it; part of the statement that writes its events.
   * @param organization an expression: the organization's id
   */
  isWanted(organization: string): string;
  /** Called in the transaction that wrote these events of an organization that wants it. */
  onRecorded(tx: EntityManager, organizationId: string, eventIds: readonly string[]): Promise<void>;
}
