import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Output } from '../config/settings.js';
import { LocalFault } from '../faults.js';
import { masked } from '../printable.js';
import type { Terminal } from '../terminal.js';
import { asCodeQuality, asGitlabAccessibility } from './gitlab.js';
import { asHtml } from './html.js';
import { asJson } from './json.js';
import { asJunit } from './junit.js';
import { asMarkdown } from './markdown.js';
import { asSarif } from './sarif.js';
import { asTable } from './table.js';
import type { UploadResult } from './upload-result.js';

type Form = Output['form'];

const FORMS: Readonly<Record<Form, (result: UploadResult, terminal: Terminal) => string>> = {
  table: asTable,
  json: asJson,
  markdown: (result) => asMarkdown(result),
  junit: asJunit,
  sarif: asSarif,
  'gitlab-accessibility': asGitlabAccessibility,
  codequality: asCodeQuality,
  html: asHtml,
};

/**
 * Prints or writes the result in each form that is asked for. With `quiet` only what programs read is printed, and the
 * table where the gate did not pass.
 */
export function writeOutputs(
  result: UploadResult,
  outputs: readonly Output[],
  terminal: Terminal,
  quiet: boolean,
): void {
  for (const { form, file } of outputs) {
    if (file !== undefined) writeFileSync(file, masked(FORMS[form](result, { ...terminal, hasColour: false })));
    else if (form !== 'table' || !quiet || result.gate.verdict !== 'passed')
      terminal.out(FORMS[form](result, terminal));
  }
}

/**
 * Makes the files of the outputs, before anything is sent.
 * @throws LocalFault where one cannot be written
 */
export function requireWritable(outputs: readonly Output[]): void {
  for (const { file } of outputs) {
    if (file === undefined) continue;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '', { flag: 'a' });
    } catch (error) {
      throw new LocalFault(`${file} cannot be written: ${(error as Error).message}.`);
    }
  }
}
