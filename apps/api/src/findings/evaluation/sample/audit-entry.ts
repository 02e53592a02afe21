import { named } from '#libs/fields';

export const ENTRY_KINDS = named(
  'AuditEntryKind',
  ['structured', 'random', 'process'],
  'The kind of a sample entry (WCAG-EM): structured, random, or part of a process.',
);
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A page, a screen or a state of which an audit says how it does. */
export interface AuditEntry {
  /** Counts up in the audit; never used again. */
  number: number;
  name: string;
  url: string | null;
  description: string | null;
  kind: EntryKind;
  /** The name of the process it is a step of, in the order of the sample. */
  process: string | null;
  areaId: string | null;
  position: number;
  /** The number of the entry in the audit that it was copied from. */
  copiedFrom: number | null;
  revision: number;
}

/** How many entries a sample has at most. */
export const MAX_ENTRIES = 500;
