import { strToU8, zipSync } from 'fflate';
import { cellName, USUAL_WIDTH, widthOf, type WrittenSheet, xmlText } from './written-sheet.js';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The styles of cells by their places: a text, and the name of a column. Both are texts (`@`) to whoever edits them. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2">${[
  0, 1,
]
  .map(
    (font) =>
      `<xf numFmtId="49" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>`,
  )
  .join('')}</cellXfs></styleSheet>`;

/** An XLSX of these sheets. */
export function xlsxOf(sheets: readonly WrittenSheet[]): Uint8Array {
  const parts = sheets.map((sheet, index) => ({ sheet, file: `worksheets/sheet${index + 1}.xml`, id: index + 1 }));
  const contents = [
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>`,
    ...parts.map(({ file }) => `<Override PartName="/xl/${file}" ContentType="${TYPE}.worksheet+xml"/>`),
  ];
  const listed = parts.map(
    ({ sheet: { name }, id }) => `<sheet name="${xmlText(name)}" sheetId="${id}" r:id="r${id}"/>`,
  );
  const related = [
    ...parts.map(({ file, id }) => relation(`r${id}`, 'worksheet', file)),
    relation('styles', 'styles', 'styles.xml'),
  ];
  return packed({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types">${contents.join('')}</Types>`,
    '_rels/.rels': relations([relation('r1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(related),
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(parts.map(({ sheet, file }) => [`xl/${file}`, sheetXml(sheet)])),
  });
}

const packed = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
const relations = (all: readonly string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;

function sheetXml(sheet: WrittenSheet): string {
  const { rows, frozen, widths = [], choices } = sheet;
  const columns = widthOf(sheet);
  const header = frozen ? frozen.rows - 1 : -1;
  const cols = Array.from({ length: columns }, (_, index) => {
    const width = widths[index] ?? USUAL_WIDTH;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1" style="0"/>`;
  });
  const data = rows.map((cells, row) => {
    const style = row === header ? 1 : 0;
    const cellsXml = cells.map((text, column) =>
      text === ''
        ? ''
        : `<c r="${cellName(row, column)}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`,
    );
    return `<row r="${row + 1}">${cellsXml.join('')}</row>`;
  });
  const parts = [
    frozen ? `<sheetViews><sheetView workbookViewId="0">${pane(frozen)}</sheetView></sheetViews>` : '',
    `<cols>${cols.join('')}</cols><sheetData>${data.join('')}</sheetData>`,
    frozen
      ? `<autoFilter ref="${cellName(header, 0)}:${cellName(Math.max(header, rows.length - 1), columns - 1)}"/>`
      : '',
    choices && choices.columns.length > 0 ? validation(choices, rows.length) : '',
  ];
  return `${XML}<worksheet xmlns="${MAIN}">${parts.join('')}</worksheet>`;
}

/** What looks like an escape of a character is none. */
const textXml = (text: string): string => xmlText(text).replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');

function pane({ rows, columns }: { rows: number; columns: number }): string {
  const which = columns > 0 ? 'bottomRight' : 'bottomLeft';
  const across = columns > 0 ? ` xSplit="${columns}"` : '';
  return `<pane${across} ySplit="${rows}" topLeftCell="${cellName(rows, columns)}" activePane="${which}" state="frozen"/>`;
}

function validation({ fromRow, columns, words }: NonNullable<WrittenSheet['choices']>, rows: number): string {
  const to = Math.max(fromRow, rows - 1);
  const cells = columns.map((column) => `${cellName(fromRow, column)}:${cellName(to, column)}`).join(' ');
  return `<dataValidations count="1"><dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${cells}"><formula1>"${xmlText(words.join())}"</formula1></dataValidation></dataValidations>`;
}
