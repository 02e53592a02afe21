import { readFileSync } from 'node:fs';
import { readReport } from '#libs/reports';
import type { GivenFlags } from '../command-line.js';
import type { Settings } from '../config/settings.js';
import { detectRun } from '../context/detect.js';
import { lineOf } from '../context/line.js';
import { surroundings } from '../context/surroundings.js';
import { LocalFault, ServiceFault } from '../faults.js';
import { writeOutputs } from '../outputs/write.js';
import { coverageOf, type ScanExtent } from '../reading/coverage.js';
import { joinByTool } from '../reading/join.js';
import type { ToolReport } from '../reading/report.js';
import { startChrome } from '../scan/chrome.js';
import { type Scanned, scanPages } from '../scan/scan-pages.js';
import { pagesOfSitemap } from '../scan/sitemap.js';
import type { Terminal } from '../terminal.js';
import { requireAddress, send } from './upload.js';

/** `curbcut scan`; the exit code. */
export async function scan(
  settings: Settings,
  terminal: Terminal,
  flags: GivenFlags,
  addresses: readonly string[],
): Promise<number> {
  const isUploaded = flags['no-upload'] !== true;
  if (isUploaded) requireAddress(settings);
  const crawl = numberOf(flags.crawl);
  const sitemap =
    flags.sitemap === undefined ? undefined : await pagesOfSitemap(addressIn(flags.sitemap), settings.timeout);
  const starts = [...new Set([...addresses.map(addressIn), ...(sitemap?.pages ?? []).map(addressIn)])];
  if (starts.length === 0) throw new LocalFault('Say which pages: curbcut scan <url…>, or --sitemap URL.');
  const scanned = await inBrowser(starts, crawl, settings, terminal);
  for (const { url, because } of scanned.failed) terminal.err(`curbcut: ${url} could not be scanned: ${because}.\n`);
  if (scanned.results.length === 0) throw new ServiceFault('No page could be loaded, so nothing was sent.');
  const extent: ScanExtent = sitemap?.isWhole && scanned.failed.length === 0 ? 'whole sitemap' : 'some pages';
  const report = await reportOf(scanned, settings.tool);
  if (isUploaded) return send({ reports: [report], isDryRun: false, extent }, settings, terminal);
  return show(report, extent, settings, terminal);
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new LocalFault(`--crawl is a number of pages from 1, not "${text}".`);
  return Number(text);
}

function addressIn(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text).href;
  throw new LocalFault(`"${text}" is no address to scan: it begins with http:// or https://.`);
}

async function inBrowser(
  starts: string[],
  crawl: number | undefined,
  { timeout, quiet }: Settings,
  terminal: Terminal,
): Promise<Scanned> {
  // Beside the bundled file.
  const axe = readFileSync(new URL('./axe.min.js', import.meta.url), 'utf8');
  const browser = await startChrome(process.env, (text) => (quiet ? undefined : terminal.err(`curbcut: ${text}\n`)));
  try {
    const onPage = (url: string, done: number, known: number): void =>
      terminal.progress(`Scanning ${done} of ${known}: ${url}`);
    return await scanPages(browser.devtools, starts, {
      axe,
      timeout,
      onPage,
      ...(crawl === undefined ? {} : { crawl }),
    });
  } finally {
    await browser.close();
  }
}

async function reportOf({ results, failed }: Scanned, tool: string | undefined): Promise<ToolReport> {
  const source = { name: 'the scan', text: JSON.stringify(results) };
  const [report] = joinByTool(await readReport(source, { format: 'axe-core' }), tool);
  const gaps = failed.map(({ url }) => `${url} could not be scanned`);
  return {
    ...report!,
    gaps: [...report!.gaps, ...gaps],
    isShard: false,
    files: [`a scan of ${results.length} ${results.length === 1 ? 'page' : 'pages'}`],
  };
}

/** Prints what was found, and sends nothing. */
function show(report: ToolReport, extent: ScanExtent, settings: Settings, terminal: Terminal): number {
  const run = detectRun(surroundings);
  const { failOn, max, outputs, quiet, line, mainBranches } = settings;
  const coverage = coverageOf(report, settings, { isTag: run.isTag === true, extent });
  const introduced = report.found.map((found) => ({ ...found, isRegressed: false }));
  const result = {
    ...{ isDryRun: true, line: lineOf(run, line, mainBranches) },
    gate: { verdict: 'not checked' as const, failOn, max, count: 0, reason: 'Nothing was sent (--no-upload).' },
    reports: [{ report, coverage, partCount: 0, answers: [], introduced, unnamed: 0 }],
  };
  writeOutputs(result, outputs, terminal, quiet);
  return 0;
}
