import type { EntityManager } from 'typeorm';

/** The events of one change in an organization, and the issues that it made. */
interface RecordedEvents {
  organizationId: string;
  eventIds: string[];
  issueIds: readonly string[];
}

/** What another module does with the events of organizations. `A` is whoever is told of them, as JSON. */
export interface EventSubscriber<A = unknown> {
  /**
   * In SQL, as json: who is to be told of events of an organization, or null for nobody. Part of the statement that
   * writes the events, so that it holds for the moment at which they happen.
   * @param organization an expression: the organization's id
   */
  audience(organization: string): string;
  /**
   * Called in the transaction that wrote these events, unless nobody is to be told; with the issues that the change
   * made.
   */
  onRecorded(tx: EntityManager, events: RecordedEvents, audience: A): Promise<void>;
}
