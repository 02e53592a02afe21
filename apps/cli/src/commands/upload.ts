import type { Settings } from '../config/settings.js';
import type { CiRun } from '../context/ci-run.js';
import { baseOf } from '../context/base.js';
import { lineOf } from '../context/line.js';
import { resolveRun } from '../context/resolve-run.js';
import { ciEnvironment } from '../context/ci-environment.js';
import { passFor, tokenSourceOf } from '../delivery/pass.js';
import { requireCompatible } from '../delivery/service-version.js';
import { LocalFault, ServiceFault } from '../faults.js';
import { type Gate, judge } from '../gate/gate.js';
import { requireWritable, writeOutputs } from '../outputs/write.js';
import type { UploadResult } from '../outputs/upload-result.js';
import { updateComment } from '../platforms/comment.js';
import { annotate, writeSummary } from '../platforms/github.js';
import { partsOf } from '../packing/bodies.js';
import { coverageOf, type ScanExtent } from '../reading/coverage.js';
import { readReports } from '../reading/read-reports.js';
import type { ToolReport } from '../reading/report.js';
import type { Terminal } from '../terminal.js';
import { accessOf, deliver, type PackedReport } from './deliver.js';

/** What is sent, beside the settings. */
interface Upload {
  reports: ToolReport[];
  isDryRun: boolean;
  /** Of a scan of ours; undefined for reports that were read. */
  extent?: ScanExtent;
}

/** `curbcut upload` and `check`; the exit code. */
export async function upload(several: readonly Settings[], terminal: Terminal, isDryRun: boolean): Promise<number> {
  if (several.length > 1) requireDistinct(several);
  const uploads: { settings: Settings; reports: ToolReport[] }[] = [];
  for (const settings of several) {
    requireAddress(settings);
    requireWritable(settings.outputs);
    terminal.progress('Reading reports …');
    uploads.push({
      settings,
      reports: await readReports(settings.reports, { ...settings, warn: (text) => terminal.err(`curbcut: ${text}\n`) }),
    });
  }
  let code = 0;
  for (const { settings, reports } of uploads) {
    if (uploads.length > 1 && !settings.quiet) terminal.out(`Product ${settings.product}\n\n`);
    code = Math.max(code, await send({ reports, isDryRun }, settings, terminal));
  }
  return code;
}

/** @throws LocalFault where several products would write over each other, or break what a program reads */
function requireDistinct([first, second]: readonly Settings[]): void {
  const clash = first!.outputs.find(({ file }, index) => file !== undefined && file === second!.outputs[index]!.file);
  if (clash)
    throw new LocalFault(
      `Several products would write to ${clash.file}. Use {product} in its name, or select one with --product.`,
    );
  if (first!.outputs.some(({ form, file }) => form === 'json' && file === undefined))
    throw new LocalFault('--out json prints one product. Select it with --product, or write {product}.json.');
}

/**
 * Sends reports, prints the result and judges it; the exit code.
 * @throws LocalFault before anything is sent
 */
export async function send(
  { reports, isDryRun, extent }: Upload,
  settings: Settings,
  terminal: Terminal,
): Promise<number> {
  requireAddress(settings);
  requireWritable(settings.outputs);
  const run = resolveRun(settings, ciEnvironment);
  for (const warning of run.warnings ?? []) terminal.err(`curbcut: ${warning}\n`);
  const line = lineOf(run, settings.line, settings.mainBranches);
  const isTag = run.isTag === true;
  const base = line.line === 'proposal' ? baseOf(run, settings.overrides.base, ciEnvironment) : undefined;
  const packed = reports.map((report): PackedReport => {
    const coverage = coverageOf(report, settings, { isTag, extent });
    const about = { run, line: line.line, baseCommits: base?.commits ?? [], coverage };
    const subject = { ...about, isTimeOurs: extent !== undefined, isOneOfSeveral: reports.length > 1 };
    return { report, coverage, parts: partsOf(report, settings, subject) };
  });
  await requireCompatible(settings.url);
  const secret = await secretFor(run, settings, terminal);
  if (secret === 'none') {
    const gate = notChecked(settings, run);
    return finish({ isDryRun, line, base, reports: [], gate, shown: settings.shown }, run, settings, terminal, 0);
  }
  const delivery = await deliver(packed, { ...accessOf(settings, terminal), ...secret }, { isDryRun, terminal });
  const { fault } = delivery;
  const warnings = delivery.reports.flatMap(({ answers }) => answers.flatMap((answer) => answer.warnings ?? []));
  for (const warning of new Set(warnings)) terminal.err(`curbcut: ${warning}\n`);
  const gate = judge(delivery.reports, settings, fault && { because: fault.message });
  if (fault) terminal.err(`curbcut: NOT DELIVERED. ${fault.message}\n`);
  const isEmpty = reports.some(({ examinedNothing }) => examinedNothing);
  const judged = isEmpty ? 2 : gate.verdict === 'failed' ? 1 : 0;
  const isForgiven = fault?.isOutage === true && settings.allowUploadFailure;
  const code = fault && !isForgiven ? 3 : judged;
  return finish(
    { isDryRun, line, base, reports: delivery.reports, gate, shown: settings.shown },
    run,
    settings,
    terminal,
    code,
  );
}

/**
 * The key, else a pass for the token that the provider offers; `none` where a fork or Dependabot may have neither. A
 * fault of the exchange is one of the delivery.
 * @throws LocalFault where a secret was to be expected
 */
async function secretFor(
  run: CiRun,
  settings: Settings & { url: string },
  terminal: Terminal,
): Promise<{ apiKey: string } | { fault: ServiceFault } | 'none'> {
  if (settings.apiKey !== undefined) return { apiKey: settings.apiKey };
  const source = tokenSourceOf(run, process.env);
  if (!source) {
    if (mayLackSecret(run)) return 'none';
    throw new LocalFault(NO_KEY);
  }
  try {
    return { apiKey: await passFor(source, accessOf(settings, terminal), settings) };
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    return error.code === 'token_refused' && mayLackSecret(run) ? 'none' : { fault: error };
  }
}

const NO_KEY =
  'CURBCUT_API_KEY is not set. Create a key with the scope ingest and provide it as a secret, or give the job an OpenID Connect token (GitHub: permissions: id-token: write; GitLab: id_tokens: CURBCUT_ID_TOKEN).';

/** @throws LocalFault where nobody says where the service is */
export function requireAddress(settings: Settings): asserts settings is Settings & { url: string } {
  if (settings.url === undefined)
    throw new LocalFault(
      'CURBCUT_URL is not set. Set it to the address of the service, such as https://curbcut.example.org.',
    );
}

/** Runs for pull requests of forks and of Dependabot get no secrets; that is no fault of those who wrote them. */
const mayLackSecret = ({ pullRequest }: CiRun): boolean =>
  pullRequest !== undefined && (pullRequest.isFromFork || pullRequest.isByDependabot === true);

const notChecked = ({ failOn, max }: Settings, { pullRequest }: CiRun): Gate => ({
  ...{ failOn, max, count: 0, verdict: 'not checked' },
  reason: `Nothing was sent: a pull request ${pullRequest?.isFromFork ? 'from a fork' : 'by Dependabot'} has no access to secrets.`,
});

/** Prints and writes the result, and tells it where the provider shows it. */
async function finish(
  result: UploadResult,
  run: CiRun,
  settings: Settings,
  terminal: Terminal,
  code: number,
): Promise<number> {
  const { outputs, quiet, comment } = settings;
  writeOutputs(result, outputs, terminal, quiet);
  if (run.provider === 'github') {
    writeSummary(result, process.env);
    annotate(
      result,
      terminal,
      outputs.some(({ form, file }) => form !== 'table' && file === undefined),
    );
  }
  if (comment) {
    const fault = await updateComment(result, run, settings, process.env);
    if (fault) terminal.err(`curbcut: ${fault}\n`);
  }
  return code;
}
