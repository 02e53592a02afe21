import type { FindingRating } from './finding.entity.js';

/** One distinct finding of a run. `id` is used where it is new. */
export interface DistinctFinding {
  id: string;
  /** Of the rule and the selector that it had first, and of whether it needs review. */
  identity: string;
  /** Where the report names it first. */
  position: number;
  ruleId: string;
  /** As the report spells it last. */
  selector: string | null;
  /** Its other selectors in the report. */
  aliases: string[];
  /** Of rule and last selector; where it has several, of all of them. */
  spelling: string;
  title: string;
  description: string | null;
  severity: FindingRating | null;
  impact: FindingRating | null;
  wcag: string[];
  criteria: string[];
  /** The HTML that the tool quotes. */
  snippet: string | null;
  /** Where the tool explains the rule. */
  helpUrl: string | null;
  /** Of its element and criterion; null: they are not told. */
  groupKey: string | null;
  /** The tool could not decide: a person looks at it. */
  needsReview: boolean;
  /** The digest of what the scanner says of it. */
  wordingDigest: string;
  /** The addresses that it was seen on, as JSON. */
  pages: string;
  /** What tells it apart there, as JSON; null: nothing. */
  marks: string | null;
}

/** The maximum number of ids in an event; its counts are complete. */
export const MAX_IDS_IN_EVENT = 100;

/** The tool as part of an identity: how a scanner spells its name must not matter. */
export const toolIdentity = (tool: string): string => tool.trim().toLowerCase();
