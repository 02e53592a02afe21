import { strToU8, type Zippable, zipSync } from 'fflate';
import { cellName, USUAL_WIDTH, widthOf, type WrittenSheet, xmlText } from './written-sheet.js';

const MIME = 'application/vnd.oasis.opendocument.spreadsheet';
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES = ['office', 'table', 'text', 'style', 'fo']
  .map((name) =>
    name === 'fo'
      ? 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'
      : `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  )
  .join(' ');
const MANIFEST = `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${[
  ['/', MIME],
  ['content.xml', 'text/xml'],
  ['styles.xml', 'text/xml'],
]
  .map(([path, type]) => `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`)
  .join('')}</manifest:manifest>`;

// Readers look for it.
const STYLES = `${XML}<office:document-styles ${NAMESPACES} office:version="1.3"/>`;

/** An ODS of these sheets. */
export function odsOf(sheets: readonly WrittenSheet[]): Uint8Array {
  const widths = [...new Set(sheets.flatMap(({ widths: some = [] }) => some).concat(USUAL_WIDTH))];
  const styles = [
    ...widths.map(
      (width) =>
        `<style:style style:name="w${width}" style:family="table-column"><style:table-column-properties style:column-width="${width * 2}mm"/></style:style>`,
    ),
    '<style:style style:name="head" style:family="table-cell"><style:text-properties fo:font-weight="bold"/></style:style>',
  ];
  const choices = sheets.flatMap(({ name, choices: some }) =>
    some
      ? [
          `<table:content-validation table:name="${xmlText(name)}" table:condition="of:cell-content-is-in-list(${some.words.map((word) => `&quot;${xmlText(word)}&quot;`).join(';')})" table:base-cell-address="$'${xmlText(name)}'.${cellName(some.fromRow, some.columns[0] ?? 0)}"/>`,
        ]
      : [],
  );
  const body = [
    choices.length > 0 ? `<table:content-validations>${choices.join('')}</table:content-validations>` : '',
    ...sheets.map(tableXml),
  ];
  const content = `${XML}<office:document-content ${NAMESPACES} office:version="1.3"><office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:spreadsheet>${body.join('')}</office:spreadsheet></office:body></office:document-content>`;
  const files: Zippable = {
    // The first, and as it is: by this programs know the form.
    mimetype: [strToU8(MIME), { level: 0 }],
    'META-INF/manifest.xml': strToU8(MANIFEST),
    'content.xml': strToU8(content),
    'styles.xml': strToU8(STYLES),
  };
  return zipSync(files);
}

function tableXml(sheet: WrittenSheet): string {
  const { name, rows, frozen, widths = [], choices } = sheet;
  const columns = Array.from(
    { length: widthOf(sheet) },
    (_, index) => `<table:table-column table:style-name="w${widths[index] ?? USUAL_WIDTH}"/>`,
  );
  const header = frozen ? frozen.rows - 1 : -1;
  const chosen = new Set(choices?.columns);
  const rowsXml = rows.map((cells, row) => {
    const each = cells.map((text, column) => {
      const isChoice = choices && row >= choices.fromRow && chosen.has(column);
      const validation = isChoice ? ` table:content-validation-name="${xmlText(name)}"` : '';
      const style = row === header ? ' table:style-name="head"' : '';
      return `<table:table-cell${style}${validation}${cellXml(text)}</table:table-cell>`;
    });
    return `<table:table-row>${each.join('') || '<table:table-cell/>'}</table:table-row>`;
  });
  return `<table:table table:name="${xmlText(name)}">${columns.join('')}${rowsXml.join('') || '<table:table-row><table:table-cell/></table:table-row>'}</table:table>`;
}

const cellXml = (text: string): string =>
  text === ''
    ? '>'
    : ` office:value-type="string">${text
        .split(/\r\n?|\n/)
        .map((line) => `<text:p>${spaced(xmlText(line))}</text:p>`)
        .join('')}`;

/** Spaces that follow each other would become one. */
const spaced = (line: string): string => line.replaceAll('\t', '<text:tab/>').replace(/^ | (?= )/g, '<text:s/>');
