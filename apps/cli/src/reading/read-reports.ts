import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readReport, type ReadReport, type ReportFormat, UnreadableReportError } from '#libs/reports';
import { LocalFault } from '../faults.js';
import { joinByTool } from './join.js';
import type { ToolReport } from './report.js';
import { filesOf, readSource } from './sources.js';

/** How reports are read; see the flags of the same names. */
interface Reading {
  format?: string;
  tool?: string;
}

/**
 * Reads files and globs into one report for each tool. One file at a time: only findings stay in memory.
 * @throws LocalFault that names the file which is no report; then nothing is sent
 */
export async function readReports(names: readonly string[], { format, tool }: Reading): Promise<ToolReport[]> {
  if (names.length === 0)
    throw new LocalFault('No report is named: curbcut upload <files>, or "reports" in curbcut.config.json.');
  const reports: ReadReport[] = [];
  for (const file of filesOf(names)) reports.push(...(await read(file, format as ReportFormat | undefined)));
  return joinByTool(reports, tool);
}

async function read(file: string, format: ReportFormat | undefined): Promise<ReadReport[]> {
  try {
    const source = await readSource(file);
    return await readReport(source, { format, root: repositoryOf(process.cwd()), readFile: attachmentsOf(file) });
  } catch (error) {
    throw error instanceof UnreadableReportError ? new LocalFault(error.message) : error;
  }
}

/** The root of the repository that a folder is in; outside of one, the folder. */
function repositoryOf(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(resolve(above, '.git'))) return above;
    if (dirname(above) === above) return folder;
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
