import type { FindingRating } from './finding.entity.js';

/** One distinct finding of a run. `id` is used where it is new. */
export interface DistinctFinding {
  id: string;
  /** Of rule and selector, and of whether it needs review. */
  identity: string;
  /** Where the report names it first. */
  position: number;
  ruleId: string;
  selector: string | null;
  title: string;
  description: string | null;
  severity: FindingRating | null;
  impact: FindingRating | null;
  wcag: string[];
  criteria: string[];
  /** The tool could not decide: a person looks at it. */
  needsReview: boolean;
  /** The digest of what the scanner says of it. */
  wordingDigest: string;
  /** The addresses that it was seen on, as JSON. */
  pages: string;
}

/** The maximum number of ids in an event; its counts are complete. */
export const MAX_IDS_IN_EVENT = 100;

/** The tool as part of an identity: how a scanner spells its name must not matter. */
export const toolIdentity = (tool: string): string => tool.trim().toLowerCase();
