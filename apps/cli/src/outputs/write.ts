import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Output } from '../config/settings.js';
import { LocalFault } from '../faults.js';
import type { Terminal } from '../terminal.js';
import { asJson } from './json.js';
import { asTable } from './table.js';
import type { UploadResult } from './upload-result.js';

type Form = Output['form'];

const FORMS: Partial<Record<Form, (result: UploadResult, terminal: Terminal) => string>> = {
  table: asTable,
  json: asJson,
};

/**
 * Prints or writes the result in each form that is asked for. With `quiet` only what programs read is printed, and the
 * table where the gate did not pass.
 * @throws LocalFault where a file cannot be written
 */
export function writeOutputs(
  result: UploadResult,
  outputs: readonly Output[],
  terminal: Terminal,
  quiet: boolean,
): void {
  for (const { form, file } of outputs) {
    if (file !== undefined) writeFile(file, FORMS[form]!(result, { ...terminal, hasColour: false }));
    else if (form !== 'table' || !quiet || result.gate.verdict !== 'passed')
      terminal.out(FORMS[form]!(result, terminal));
  }
}

function writeFile(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new LocalFault(`${file} cannot be written: ${(error as Error).message}.`);
  }
}
