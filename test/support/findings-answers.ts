import { answerAt, isPresent, type ModelFinding, type LineState, type State, statusOf } from './findings-replay.js';
import {
  type Change,
  DAY,
  type Delta,
  type LineName,
  lineOf,
  pageOf,
  pagesIn,
  type NamedReport,
  type ReportAnswer,
} from './findings-steps.js';

const QUIET_DAYS = 35;
const MOST_INDEXES = 1_000;

/** The keys of what a report names, each once, in the order of their first places. */
export const keysOf = ({ findings }: NamedReport): string[] => [...new Set(findings.map(({ key }) => key))];

/** A reported finding as a run of a proposal finds it. */
interface Compared {
  /** A run that it is based on left it there. */
  wasThere: boolean;
  /** Its pages that neither main lines nor the base have. */
  extra: string[];
  /** It is on pages that only the base has. */
  isBehind: boolean;
}

const NOTHING: Compared = { wasThere: false, extra: [], isBehind: false };

/**
 * Compares a finding with what main lines have, and with what they had. Where one side names no page, none is compared.
 */
export function compared(before: State, finding: ModelFinding | undefined, sent: NamedReport, now: number): Compared {
  if (!finding || lineOf(sent).kind === 'main') return NOTHING;
  const { id, key, tool } = finding.record;
  const mains = mainLines(before, tool);
  const main = new Set(mains.flatMap(({ pairs }) => [...(pairs.get(id)?.keys() ?? [])]));
  const base = new Set(
    basesOf(before, sent).flatMap(({ line, run }) => [...(line.pairsAfter.get(run.number)!.get(id)?.keys() ?? [])]),
  );
  const wasThere = base.size > 0;
  const known = main.size > 0 ? main : base;
  const pages = pagesIn(sent, key);
  if (known.size === 0 || known.has('') || pages[0] === '') return { ...NOTHING, wasThere };
  const missing = pages.filter((page) => !main.has(page));
  const hadBase = (page: string): boolean => base.has('') || base.has(page);
  const counts = (page: string): boolean => !hadBase(page) && answerAt(finding, page, now) === null;
  return { wasThere, extra: missing.filter(counts), isBehind: missing.some(hadBase) };
}

const mainLines = ({ lines }: State, tool: string): LineState[] =>
  lines.filter((line) => !line.ended && line.kind === 'main' && line.tool === tool);

interface Base {
  line: LineState;
  run: LineState['runs'][number];
  place: number;
}

/** The run of each main line whose commit stands first in the list, the latest of several; the newest first. */
export function basesOf(state: State, { tool, baseCommits = [] }: NamedReport): Base[] {
  const bases = mainLines(state, tool).flatMap((line) => {
    const runs = line.runs.map((run) => ({ line, run, place: baseCommits.indexOf(run.report.commit ?? '') }));
    return runs
      .filter(({ place }) => place >= 0)
      .sort(newestFirst)
      .slice(0, 1);
  });
  return bases.sort(newestFirst);
}

const newestFirst = (a: Base, b: Base): number => a.place - b.place || b.run.number - a.run.number;

/** What a reported finding counts as, from what it showed before: the first that fits. */
export function changeOf(before: State, finding: ModelFinding | undefined, sent: NamedReport, now: number): Change {
  if (!finding) return 'new';
  const status = statusOf(before, finding, now);
  const { landed, decision } = finding;
  const issue = decision.status === 'confirmed' ? before.issues.get(decision.issue)!.state : null;
  if (status === 'dismissed') return 'dismissed';
  if (lineOf(sent).kind === 'proposal') {
    if (!landed) return issue ? 'known' : 'new';
    if (isHeldOpen(before, finding, now)) return 'known';
    const { wasThere, extra } = compared(before, finding, sent, now);
    if (status === 'resolved' && !wasThere) return 'regressed';
    return extra.length > 0 ? 'spread' : 'known';
  }
  if (!landed && issue === 'open') return 'known';
  if (landed && status === 'resolved') return 'regressed';
  if (issue === 'closed' && (status === 'confirmed' || !landed)) return 'regressed';
  return landed ? 'known' : 'new';
}

const isHeldOpen = (before: State, finding: ModelFinding, now: number): boolean =>
  !isPresent(before, finding) && statusOf(before, finding, now) !== 'resolved';

/** Whether a finding that is known to a proposal is one that main lines have mended, wholly or on some pages. */
export const isBehind = (before: State, finding: ModelFinding, sent: NamedReport, now: number): boolean =>
  finding.landed &&
  !isHeldOpen(before, finding, now) &&
  (statusOf(before, finding, now) === 'resolved' || compared(before, finding, sent, now).isBehind);

export function countsOf(changes: ReadonlyMap<number, Change>): Delta {
  const delta = { new: 0, known: 0, regressed: 0, spread: 0, dismissed: 0, resolved: 0 };
  for (const change of changes.values()) delta[change] += 1;
  return delta;
}

/** @param told what becomes of a finding, by its key, and its new pages */
export function introducedBy(
  sent: NamedReport,
  told: (key: string) => { change: Change; extra: string[] },
): ReportAnswer['introduced'] {
  const firstPlaces = keysOf(sent).map((key) => sent.findings.findIndex((finding) => finding.key === key));
  const at = (index: number) => told(sent.findings[index]!.key);
  const introduced = firstPlaces.filter((index) => ['new', 'regressed', 'spread'].includes(at(index).change));
  const indexes = introduced.sort((a, b) => a - b).slice(0, MOST_INDEXES);
  const having = (change: Change): number[] => indexes.filter((index) => at(index).change === change);
  return {
    count: introduced.length,
    indexes,
    regressed: having('regressed'),
    spread: having('spread'),
    pages: having('spread').map((index) => ({ index, pages: at(index).extra })),
  };
}

/** How many findings of main lines a complete run of a proposal no longer has; null where it is not complete. */
export function fixesOf(after: State, sent: NamedReport, number: number, now: number): number | null {
  const ending = after.endings.get(number);
  if (!ending) return null;
  const bases = basesOf(after, sent);
  const scanned = sent.pages && new Set(sent.pages.map(pageOf));
  const mains = mainLines(after, sent.tool);
  const isWithin = (id: number): boolean => {
    const pages = mains.flatMap(({ pairs }) => [...(pairs.get(id)?.keys() ?? [])]);
    return pages.length > 0 && pages.every((page) => scanned!.has(page));
  };
  const wasThere = (id: number): boolean =>
    bases.some(({ line, run }) => (line.pairsAfter.get(run.number)!.get(id)?.size ?? 0) > 0);
  const isFixed = (finding: ModelFinding): boolean =>
    finding.record.tool === sent.tool &&
    !ending.reported.has(finding.record.key) &&
    finding.landed &&
    isPresent(after, finding) &&
    statusOf(after, finding, now) !== 'dismissed' &&
    (bases.length === 0 || wasThere(finding.record.id)) &&
    (!scanned || isWithin(finding.record.id)) &&
    !finding.sightings.some(({ line, run }) => line.kind === 'main' && !line.ended && run.report.at > ending.moment);
  return [...after.findings.values()].filter(isFixed).length;
}

/** The unnamed main line beside a named one, or the named ones beside it, that had no run for long. */
export function quietBeside({ lines }: State, own: LineName, now: number): string[] {
  if (own.kind === 'proposal') return [];
  const isOther = ({ ended, kind, tool, name }: LineState): boolean =>
    !ended && kind === 'main' && tool === own.tool && (name === null) !== (own.name === null);
  return lines.filter((line) => isOther(line) && idleDays(line, now) >= QUIET_DAYS).map(({ key }) => key);
}

export const idleDays = ({ runs }: Pick<LineState, 'runs'>, now: number): number => (now - runs.at(-1)!.now) / DAY;
