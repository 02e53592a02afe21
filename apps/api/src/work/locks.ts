import { takeAdvisoryLock } from '#libs/database';
import type { EntityManager } from 'typeorm';

/**
 * The order in which every unit takes its locks, whatever its module: two units that need the same locks meet at the
 * first of them, and none waits for one that waits for it.
 */
export const LOCK_ORDER = [
  /** The first account of an installation, before there is a person. */
  'first account',
  /** How a person gets in: their account, sessions and factor. */
  'person',
  /** Who is in an organization, and its settings. */
  'organization',
  'standard',
  /** Runs of products and their undoing. */
  'runs',
  /** A product that must not be archived meanwhile. */
  'product',
  /** Turns: units about the same thing, such as the slugs of an organization. */
  'turn',
  /** What one recipient, or one organization, has had mailed. */
  'mail',
] as const;

/** Something that a unit holds until it has ended. Each is made by the module that owns what is locked. */
export interface Lock {
  kind: (typeof LOCK_ORDER)[number];
  /** What is locked, within its kind, and how: a unit takes the same lock once. */
  name: string;
  take(tx: EntityManager): Promise<void>;
}

/** Makes units about the same thing, which no row stands for, wait for each other. */
export const advisoryLock = (...key: readonly string[]): Lock => ({
  kind: 'turn',
  name: key.join(' '),
  take: (tx) => takeAdvisoryLock(tx, ...key),
});

export const rankOf = ({ kind }: Lock): number => LOCK_ORDER.indexOf(kind);
