import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readReport, type ReadReport, type ReportFormat, UnreadableReportError } from '#libs/reports';
import { repositoryOf } from '../config/repository.js';
import { LocalFault } from '../faults.js';
import { joinByTool } from './join.js';
import { rootThere, strangePath } from './other-root.js';
import type { ToolReport } from './report.js';
import { filesOf, isManifest, readSource } from './sources.js';

/** How reports are read; see the flags of the same names. */
interface Reading {
  format?: string;
  tool?: string;
  /** Told what is odd and yet no fault. */
  warn(text: string): void;
}

/**
 * Reads files and globs into one report for each tool. One file at a time: only findings stay in memory.
 * @throws LocalFault that names the file which is no report; then nothing is sent
 */
export async function readReports(names: readonly string[], { format, tool, warn }: Reading): Promise<ToolReport[]> {
  if (names.length === 0)
    throw new LocalFault('No report was named. Use curbcut upload <files>, or "reports" in curbcut.config.json.');
  const reports: ReadReport[] = [];
  for (const file of filesOf(names)) reports.push(...(await read(file, format as ReportFormat | undefined, warn)));
  if (reports.length === 0) throw new LocalFault(`No report was found in ${names.join(', ')}. Check the output path.`);
  return joinByTool(reports, tool);
}

async function read(file: string, format: ReportFormat | undefined, warn: Reading['warn']): Promise<ReadReport[]> {
  try {
    const source = await readSource(file);
    if (isManifest(source)) {
      warn(`${file} was skipped: it is the manifest of Lighthouse CI, not a report.`);
      return [];
    }
    const root = repositoryOf(process.cwd());
    const about = { format, readFile: attachmentsOf(file) };
    const reports = await readReport(source, { ...about, root });
    for (const warning of reports.flatMap(({ warnings }) => warnings)) warn(`${file}: ${warning}`);
    const strange = reports.flatMap(({ locations }) => locations.flatMap((one) => (one ? strangePath(one.path) : [])));
    if (strange.length === 0) return reports;
    const there = rootThere([...new Set(strange)], (path) => existsSync(resolve(root, path)));
    if (there !== undefined) return await readReport(source, { ...about, root: there });
    warn(
      `${file} names files outside of this checkout, such as ${strange[0]}. Their findings differ on each machine. Configure the tool to write paths relative to the repository root.`,
    );
    return reports;
  } catch (error) {
    throw error instanceof UnreadableReportError ? new LocalFault(error.message) : error;
  }
}

/** Reads what a report refers to, as it is written there or beside the report. */
const attachmentsOf =
  (file: string) =>
  (path: string): Promise<string | undefined> => {
    const places = [path, resolve(dirname(file), path)];
    const found = places.find((place) => existsSync(place));
    return Promise.resolve(found === undefined ? undefined : readFileSync(found, 'utf8'));
  };
