import type { ReportedFinding } from '#libs/reports';
import type { Reason } from '../scan/tab.js';

/** A run as it is handed to an agent. */
export interface Run {
  id: string;
  lease: string;
  leaseSeconds: number;
  attempt: number;
  monitor: Monitor;
  /** By name. */
  secrets: Record<string, { value: string; origins: string[] }>;
  limits?: { findings?: number; pictures?: number };
}

/** How a monitor wants its pages to be examined. */
export interface Monitor {
  name: string;
  source: Source;
  tools: { axe?: { tags?: string[]; rulesOff?: string[] } | null; checks?: boolean | null };
  viewports?: { width: number; height: number }[];
  colourScheme?: 'light' | 'dark' | null;
  waitFor?: string | null;
  steps?: unknown[] | null;
  budget?: { pages?: number; minutes?: number } | null;
  pace?: { perSecond?: number; together?: number; ownSite?: boolean } | null;
  evidence?: boolean | null;
}

/** Where the pages of a monitor come from; what is in the inventory or on a list is the service's to know. */
export type Source =
  | { sitemap: string }
  | { crawl: { start: string; include?: string[]; exclude?: string[] } }
  | { pages: unknown }
  | { list: string[] };

/** A page to examine. */
export interface Page {
  id: string;
  url: string;
}

/** A finding as it is reported; `picture` names one that the service may want. */
export interface AgentFinding extends ReportedFinding {
  tool: 'axe-core' | 'curbcut-checks';
  picture?: { digest: string; alternative: string };
}

/** What became of a page. */
export type PageResult =
  | {
      id: string;
      outcome: 'looked';
      reason: null;
      finalUrl: string;
      title: string;
      template: string;
      ms: number;
      findings: AgentFinding[];
      found: string[];
    }
  | { id: string; outcome: 'failed' | 'gone'; reason: Reason | null; ms: number };
