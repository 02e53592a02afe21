import { takeAdvisoryLock } from '#libs/database';
import type { EntityManager } from 'typeorm';

/**
 * The order in which all units take their locks. Two units that need the same locks conflict at the first one, so they
 * cannot deadlock. Who takes several of one kind takes them in the order of their ids.
 */
const LOCK_ORDER = [
  /** The first account of an installation, before there is a person. */
  'first account',
  /** The sign-in methods of a person: account, sessions, second factor. */
  'person',
  /** The members and settings of an organization. */
  'organization',
  /** The standards of an organization. */
  'standard',
  /** Ingesting and undoing runs of products. */
  'runs',
  /** Keeps a product from being archived. */
  'product',
  /** The requirements of an organization's own standards, while issues are linked to them. */
  'requirements',
  /** Advisory locks for what has no row, such as the slugs of an organization. */
  'advisory',
  /** The mail limits of one recipient or one organization. */
  'mail',
] as const;

/** A lock that a unit holds until it ends. It is created by the module that owns what is locked. */
export interface Lock {
  kind: (typeof LOCK_ORDER)[number];
  /** Identifies the lock within its kind; a unit takes the same lock only once. */
  name: string;
  take(tx: EntityManager): Promise<void>;
}

/** An advisory lock: serializes units about something that has no row. */
export const advisoryLock = (...key: readonly string[]): Lock => ({
  kind: 'advisory',
  name: key.join(' '),
  take: (tx) => takeAdvisoryLock(tx, ...key),
});

export const rankOf = ({ kind }: Lock): number => LOCK_ORDER.indexOf(kind);
