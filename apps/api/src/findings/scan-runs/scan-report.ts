import type { DistinctFinding } from '../triage/distinct-finding.js';
import type { PageOf } from '../../products/products/page-of.js';
import type { LineName } from './line-of-run.js';
import type { ReportedPlace } from './match-places.js';
import type { SweepPlace } from './sweep-parts.js';

/** What a scanner reports, and where. */
export interface ScanReport {
  /** Of each finding that was sent; the same place is the same object. */
  places: readonly ReportedPlace[];
  /**
   * The distinct findings, if what was sent is of these identities, each with those of its selector's rule that are
   * told apart.
   */
  findingsBy: (identities: readonly string[]) => Promise<DistinctFinding[]>;
  line: LineName;
  /** It names all there is, so that what it does not name is gone. */
  isComplete: boolean;
  /** It is one of several that are complete together. */
  sweep: SweepPlace | null;
  /** The addresses that it is complete for. */
  pages: readonly string[] | null;
  /** What a proposal is based on, newest first. */
  baseCommits: readonly string[];
  pageOf: PageOf;
}
