import { readFileSync } from 'node:fs';
import { readReport } from '#libs/reports';
import type { GivenFlags } from '../command-line.js';
import type { Settings } from '../config/settings.js';
import { lineOf } from '../context/line.js';
import { resolveRun } from '../context/resolve-run.js';
import { ciEnvironment } from '../context/ci-environment.js';
import { LONGEST_TRY } from '../delivery/retry.js';
import { LocalFault } from '../faults.js';
import { requireWritable, writeOutputs } from '../outputs/write.js';
import { coverageOf, type ScanExtent } from '../reading/coverage.js';
import { joinByTool } from '../reading/join.js';
import { failuresIn, type ToolReport } from '../reading/report.js';
import { startChrome } from '../scan/chrome.js';
import { isWhole, scanOptions, type ScanOptions } from '../scan/options.js';
import { type Scanned, scanPages } from '../scan/scan-pages.js';
import { signedIn } from '../scan/sign-in.js';
import { serve, type Site, start } from '../scan/site.js';
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
  requireWritable(settings.outputs);
  const crawl = numberOf(flags.crawl);
  const options = scanOptions(flags, process.env);
  const site = await siteOf(flags, settings, terminal);
  try {
    const { starts, isWholeSitemap } = await startsOf(addresses, flags.sitemap, site?.base, settings);
    const scanned = await inBrowser(starts, { crawl, options }, settings, terminal);
    for (const failure of scanned.failed) terminal.err(`curbcut: ${wordsFor(failure)}.\n`);
    if (scanned.results.length === 0)
      throw new LocalFault(`No page could be loaded, so nothing was sent: ${wordsFor(scanned.failed[0]!)}.`);
    const report = await reportOf(scanned, settings.tool);
    const isAll = isWholeSitemap && scanned.failed.length === 0;
    const extent = !isWhole(options) ? 'parts of pages' : isAll ? 'whole sitemap' : 'some pages';
    if (isUploaded) return await send({ reports: [report], isDryRun: false, extent }, settings, terminal);
    return show(report, extent, settings, terminal);
  } finally {
    await site?.close();
  }
}

const wordsFor = ({ url, because, linkedFrom }: Scanned['failed'][number]): string =>
  `${url} could not be scanned: ${because}${linkedFrom === undefined ? '' : ` (linked from ${linkedFrom})`}`;

/** The site that is served or started for this scan, if one is. */
async function siteOf(
  { serve: folder, start: command, ready }: GivenFlags,
  { timeout }: Settings,
  terminal: Terminal,
): Promise<Site | undefined> {
  if (folder !== undefined && (command ?? ready) !== undefined)
    throw new LocalFault('--serve cannot be combined with --start or --ready.');
  if (command !== undefined && ready === undefined)
    throw new LocalFault('--start requires --ready URL, which responds after the start.');
  if (folder !== undefined) return serve(folder);
  if (ready === undefined) return undefined;
  terminal.progress(`Waiting for ${ready} …`);
  return start(command, addressIn(ready), timeout);
}

async function startsOf(
  addresses: readonly string[],
  sitemap: string | undefined,
  base: string | undefined,
  { timeout }: Settings,
): Promise<{ starts: string[]; isWholeSitemap: boolean }> {
  const listed = sitemap === undefined ? undefined : await pagesOfSitemap(addressIn(sitemap, base), timeout);
  const named = addresses.length === 0 && !listed && base !== undefined ? [base] : addresses;
  const starts = [...named, ...(listed?.pages ?? [])].map((address) => addressIn(address, base));
  if (starts.length === 0) throw new LocalFault('Name the pages: curbcut scan <url…>, or --sitemap URL.');
  return { starts: [...new Set(starts)], isWholeSitemap: listed?.isWhole === true };
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new LocalFault(`--crawl must be a number of pages from 1, not "${text}".`);
  return Number(text);
}

/** @param base what a path such as `/about` is below, where a site is served or started */
function addressIn(text: string, base?: string): string {
  const address = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (address && /^https?:$/.test(address.protocol)) return address.href;
  throw new LocalFault(`"${text}" is not an http:// or https:// address.`);
}

async function inBrowser(
  starts: string[],
  { crawl, options }: { crawl: number | undefined; options: ScanOptions },
  { timeout, quiet }: Settings,
  terminal: Terminal,
): Promise<Scanned> {
  // Beside the bundled file.
  const axe = readFileSync(new URL('./axe.min.js', import.meta.url), 'utf8');
  const browser = await startChrome(process.env, (text) => (quiet ? undefined : terminal.err(`curbcut: ${text}\n`)));
  try {
    if (options.cookies.length > 0) await browser.devtools.send('Storage.setCookies', { cookies: options.cookies });
    const onPage = (url: string, done: number, known: number): void =>
      terminal.progress(`Scanning ${done} of ${known}: ${url}`);
    const signIn = options.signIn && (await signedIn(browser.devtools, starts, { ...options, steps: options.signIn }));
    return await scanPages(browser.devtools, starts, {
      ...{ axe, onPage, scan: options, timeout: Math.min(LONGEST_TRY, timeout) },
      ...(signIn ? { signIn } : {}),
      ...(crawl === undefined ? {} : { crawl }),
    });
  } finally {
    await browser.close();
  }
}

async function reportOf({ results, failed }: Scanned, tool: string | undefined): Promise<ToolReport> {
  const source = { name: 'the scan', text: JSON.stringify(results) };
  const [report] = joinByTool(await readReport(source, { format: 'axe-core' }), tool);
  return {
    ...report!,
    failed: [...report!.failed, ...failed.map(({ url }) => url)],
    failedPages: failed.map(({ url }) => `${url} could not be scanned`),
    isShard: false,
    files: [`a scan of ${results.length} ${results.length === 1 ? 'page' : 'pages'}`],
  };
}

/** Prints what was found, and sends nothing. */
function show(report: ToolReport, extent: ScanExtent, settings: Settings, terminal: Terminal): number {
  const run = resolveRun(settings, ciEnvironment);
  const { failOn, max, outputs, quiet, line, mainBranches } = settings;
  const coverage = coverageOf(report, settings, { isTag: run.isTag === true, extent });
  const introduced = failuresIn(report.found).map((found) => ({ ...found, change: 'new' as const, pages: [] }));
  const result = {
    ...{ isDryRun: true, shown: settings.shown, line: lineOf(run, line, mainBranches) },
    gate: { verdict: 'not checked' as const, failOn, max, count: 0, reason: 'Nothing was sent (--no-upload).' },
    reports: [{ report, coverage, partCount: 0, answers: [], introduced, review: [], unnamed: 0 }],
  };
  writeOutputs(result, outputs, terminal, quiet);
  return 0;
}
