// LibreOffice opens what we write as XLSX and ODS and reads the same texts; what it saves of them we read again.
// Run: node test/compat/spreadsheets/open-workbooks.mjs, after a build, with `soffice` in the path.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { odsOf, readSheets, xlsxOf } from '../../../dist/libs/spreadsheets/src/index.js';

const SHEET = {
  name: 'Outcomes',
  rows: [
    ['requirement', 'Home', '=Imprint'],
    ['1.10', 'passed', '=1+1'],
    ['3.2', 'failed', '  <&"> two  spaces'],
    ['', 'not in the list', '02.03.2026'],
  ],
  frozen: { rows: 1, columns: 1 },
  widths: [12],
  choices: { fromRow: 1, columns: [1], words: ['passed', 'failed'] },
};

const folder = mkdtempSync(join(tmpdir(), 'workbooks-'));
/** Has LibreOffice make a file of another form. */
function converted(file, form) {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const out = join(folder, 'out');
  execFileSync('soffice', [profile, '--headless', '--convert-to', form, '--outdir', out, file], { stdio: 'ignore' });
  return readFileSync(join(out, `made.${form}`));
}

try {
  const [sheet] = readSheets(xlsxOf([SHEET]));
  for (const [form, write, other] of [
    ['xlsx', xlsxOf, 'ods'],
    ['ods', odsOf, 'xlsx'],
  ]) {
    const file = join(folder, `made.${form}`);
    writeFileSync(file, write([SHEET]));
    const quote = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const csv = SHEET.rows.map((row) => row.map(quote).join()).join('\n');
    assert.equal(converted(file, 'csv').toString().trimEnd(), csv, `${form}, as LibreOffice reads it`);
    assert.deepEqual(readSheets(converted(file, other)), [sheet], `${form}, saved by LibreOffice as ${other}`);
    assert.deepEqual(readSheets(converted(file, form)), [sheet], `${form}, saved again by LibreOffice`);
  }
  console.log('LibreOffice reads our XLSX and ODS as they are, and we read what it saves of them.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
