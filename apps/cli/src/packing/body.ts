import type { ReportedFinding } from '#libs/reports';
import type { Line } from '../context/line.js';

/** What is posted to ingest. */
export interface IngestBody {
  productRef?: string;
  type: 'automated_scan';
  tool: string;
  title?: string;
  target?: string;
  externalUrl?: string;
  completedAt?: string;
  idempotencyKey?: string;
  context: Record<string, unknown>;
  areas?: string[];
  coverage: 'complete' | 'partial';
  /** What was not examined. */
  omissions?: string[];
  /** Nothing was examined. */
  failed?: true;
  line: Line;
  /** The pages that it is complete for, where it is for these alone. */
  pages?: string[];
  sweep?: { key: string; part: number; of: number; piece?: number; pieces?: number };
  findings: ReportedFinding[];
}
