import type { Fault } from '#libs/errors';
import type { AuditMethod, BaselineEnvironment } from '../../../records/audits/audit.entity.js';
import type { Outcome } from '../../../findings/evaluation/outcome.js';
import type { ReadProblem } from './read-problem.js';
import type { ReadTable } from './table-mapping.js';

/** What a file says of an audit, before it is compared with one. */
export interface AuditContent {
  pages: ReadPage[];
  cells: ReadCell[];
  /** What is wrong with it: the first faults, and how many there are. */
  faults: { first: Fault[]; count: number };
  /** What is not read of it, in words. */
  leftOut: string[];
  /** What it says of the audit itself. */
  audit: ReadAudit;
  /** How the table was read that it is. */
  table?: ReadTable;
}

/** A page that a file names. */
export interface ReadPage {
  name: string;
  url: string | null;
  description: string | null;
  kind: 'structured' | 'random';
}

/** An outcome that a file has. */
export interface ReadCell {
  /** The number of the requirement, or the anchor of its criterion in WCAG. */
  requirement: string;
  /** The place of its page among the pages; null: all of them. */
  page: number | null;
  outcome: Outcome;
  note: string | null;
  /** Why it need not be met there. */
  derogation?: string | null;
  /** The tool that says so: it proposes, and decides nothing. */
  tool?: string;
  /** Of a table. */
  at?: { row: number; column: number; requirementColumn: number };
  /** Where the file has it: `row 3, column 5`. */
  where: string;
  /** What its row becomes an issue of; of several cells of a row, each has the same. */
  problem?: ReadProblem;
}

/** What a file says of the audit itself; what it does not say is absent. */
export interface ReadAudit {
  title?: string;
  description?: string;
  scopeText?: string;
  executiveSummary?: string;
  evaluators?: { userId: null; name: string }[];
  baseline?: BaselineEnvironment[];
  method?: AuditMethod;
  /** The standard and the name of its level. */
  conformance?: { version: string; level: string };
}

/** A content of which nothing is known yet. */
export const nothingRead = (): AuditContent => ({
  pages: [],
  cells: [],
  faults: { first: [], count: 0 },
  leftOut: [],
  audit: {},
});

/** What keeps a file from being read, with the place. */
export class Unreadable extends Error {}
