import { higher, identityOf, type Ratings, type ReadReport } from '#libs/reports';
import { LocalFault } from '../faults.js';
import type { Found, ToolReport } from './report.js';

/**
 * One report for each tool, in the order in which they come.
 * @param named the name that the caller gives to the tool of all
 * @throws LocalFault where that would mix what two tools say
 */
export function joinByTool(reports: readonly ReadReport[], named?: string): ToolReport[] {
  const byTool = new Map<string, ReadReport[]>();
  for (const report of reports) {
    const key = report.tool.trim().toLowerCase();
    byTool.set(key, [...(byTool.get(key) ?? []), report]);
  }
  if (named !== undefined && byTool.size > 1) {
    const tools = [...byTool.values()].map(([first]) => `${first!.tool} (${first!.file})`);
    throw new LocalFault(
      `--tool names one tool, but these reports are from ${tools.join(' and ')}. Upload them separately.`,
    );
  }
  return [...byTool.values()].map((reportsOfTool) => join(reportsOfTool, named));
}

function join(reports: readonly ReadReport[], named?: string): ToolReport {
  const [first] = reports;
  const versions = distinct(reports.flatMap(({ toolVersion }) => toolVersion ?? []));
  const lastMoment = reports
    .flatMap(({ completedAt }) => completedAt ?? [])
    .sort(byMoment)
    .at(-1);
  const partial = reports.filter(({ partialBecause }) => partialBecause.length > 0);
  const sentences = distinct(partial.flatMap(({ partialBecause }) => partialBecause));
  return {
    tool: named ?? first!.tool,
    ...(versions.length === 1 ? { toolVersion: versions[0]! } : {}),
    found: oncePerPage(withHighestRatings(reports.flatMap(foundIn))),
    pages: distinct(reports.flatMap(({ pages }) => pages)),
    ...(lastMoment === undefined ? {} : { completedAt: lastMoment }),
    gaps: sentences.map(asClause),
    selections: distinct(reports.flatMap(({ selections }) => selections)).map(asClause),
    failed: distinct(reports.flatMap(({ failed }) => failed)),
    examinedNothing: reports.every(({ examinedNothing }) => examinedNothing),
    isShard: partial.length > 0 && partial.every(({ isShard }) => isShard),
    files: reports.map(({ file }) => file),
  };
}

/** Of two severities or impacts for one identity the higher holds, also where they come from two files. */
function withHighestRatings(found: readonly Found[]): Found[] {
  const ratings = new Map<string, Ratings>();
  for (const { finding } of found) {
    const identity = identityOf(finding);
    ratings.set(identity, higher(ratings.get(identity) ?? {}, finding));
  }
  return found.map((one) => ({ ...one, finding: { ...one.finding, ...ratings.get(identityOf(one.finding)) } }));
}

/** Each finding once for each page: several runs of one address find the same, as those of Lighthouse CI do. */
function oncePerPage(found: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return found.filter(({ finding }) => {
    const key = JSON.stringify([identityOf(finding), finding.sourceUrl]);
    return !seen.has(key) && seen.add(key);
  });
}

/** "It is shard 1 of 2." after "because". */
const asClause = (sentence: string): string =>
  sentence
    .replace(/\.$/, '')
    .replace(/^(It|Its|The|A|An|One|Only|Tests|Files|Rules|Frames|Audits|Results|What|Further)\b/, (word) =>
      word.toLowerCase(),
    );

const foundIn = ({ findings, locations }: ReadReport): Found[] =>
  findings.map((finding, index) => {
    const place = locations[index];
    return place ? { finding, place } : { finding };
  });

const byMoment = (a: string, b: string): number => Date.parse(a) - Date.parse(b);

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
