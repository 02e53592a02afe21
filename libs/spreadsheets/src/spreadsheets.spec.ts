import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { odsOf, readSheets, UnreadableSpreadsheet, type WrittenSheet, xlsxOf } from './index.js';

const SHEETS: WrittenSheet[] = [
  {
    name: 'Grid',
    rows: [
      ['criterion', 'Home'],
      ['1.10', '=1+1'],
      ['', ' <&">  two'],
      ['+3', 'a\nb'],
    ],
    frozen: { rows: 1, columns: 1 },
    widths: [30],
    choices: { fromRow: 1, columns: [1], words: ['passed', 'failed'] },
  },
  { name: 'Empty', rows: [] },
];

/** An XLSX with one part changed. */
const changed = (file: string, change: (text: string) => string, base = xlsxOf(SHEETS)): Uint8Array => {
  const files = unzipSync(base);
  return zipSync({ ...files, [file]: strToU8(change(strFromU8(files[file] ?? new Uint8Array()))) });
};
const SHEET = 'xl/worksheets/sheet1.xml';
const withRows = (rows: string, more = ''): Uint8Array =>
  changed(
    SHEET,
    () =>
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${more}</worksheet>`,
  );

test.each([
  ['XLSX', xlsxOf],
  ['ODS', odsOf],
])('what is written as %s is read as it was, as texts', (_name, write) => {
  expect(readSheets(write(SHEETS))).toEqual([
    {
      name: 'Grid',
      rows: [
        ['criterion', 'Home'],
        ['1.10', '=1+1'],
        ['', '<&">  two'],
        ['+3', 'a\nb'],
      ],
      comments: [],
    },
    { name: 'Empty', rows: [], comments: [] },
  ]);
});

test('an XLSX keeps its header in view, filters by it and offers the words', () => {
  const xml = strFromU8(unzipSync(xlsxOf(SHEETS))[SHEET]!);
  expect(xml).toContain('<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>');
  expect(xml).toContain('<autoFilter ref="A1:B4"/>');
  expect(xml).toContain('sqref="B2:B4"><formula1>"passed,failed"</formula1>');
  expect(xml).not.toContain('<f>');
});

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

test('comments beside cells are read with their places, those of Excel without the name that they begin with', () => {
  const files = unzipSync(xlsxOf(SHEETS));
  const comment = (cell: string, author: number, text: string) =>
    `<comment ref="${cell}" authorId="${author}"><text><r><t xml:space="preserve">${text}</t></r></text></comment>`;
  const xlsx = zipSync({
    ...files,
    'xl/worksheets/_rels/sheet1.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/comments" Target="../comments1.xml"/></Relationships>`,
    ),
    'xl/comments1.xml': strToU8(
      `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>Ann</author><author/></authors><commentList>${comment('B2', 0, 'Ann:\nNo label\non it.')}${comment('C9', 1, 'Ask them.')}</commentList></comments>`,
    ),
  });
  expect(readSheets(xlsx)[0]!.comments).toEqual([
    { row: 1, column: 1, text: 'No label\non it.' },
    { row: 8, column: 2, text: 'Ask them.' },
  ]);
  const ods = changed(
    'content.xml',
    (xml) =>
      xml.replace(
        '<text:p>=1+1</text:p>',
        '<office:annotation><dc:creator>Ann</dc:creator><text:p>No label</text:p></office:annotation>$&',
      ),
    odsOf(SHEETS),
  );
  expect(readSheets(ods)[0]!.comments).toEqual([{ row: 1, column: 1, text: 'No label' }]);
  expect(readSheets(ods)[0]!.rows[1]).toEqual(['1.10', '=1+1']);
});

test('a formula gives the value that was stored with it, an error none', () => {
  const rows = '<row r="1"><c r="A1" t="str"><f>HYPERLINK("x")</f><v>1.1</v></c><c r="B1" t="e"><v>#REF!</v></c></row>';
  expect(readSheets(withRows(rows))[0]!.rows).toEqual([['1.1']]);
});

test('a number is read as it is shown, and merged cells have their text everywhere', () => {
  const styles = changed('xl/styles.xml', (xml) =>
    xml
      .replace('<fonts', '<numFmts count="1"><numFmt numFmtId="170" formatCode="0.00"/></numFmts><fonts')
      .replace('numFmtId="49"', 'numFmtId="170"'),
  );
  const file = changed(
    SHEET,
    () =>
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" s="0"><v>1.1</v></c><c r="B1" t="inlineStr"><is><t>C</t></is></c></row></sheetData><mergeCells count="1"><mergeCell ref="B1:C2"/></mergeCells></worksheet>',
    styles,
  );
  expect(readSheets(file)[0]!.rows).toEqual([
    ['1.10', 'C', 'C'],
    ['', 'C', 'C'],
  ]);
});

const bomb = () => {
  const files = unzipSync(xlsxOf(SHEETS));
  return zipSync({ ...files, 'xl/bomb.xml': new Uint8Array(70_000_000) });
};
const manyFiles = () =>
  zipSync(Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`${index}.xml`, new Uint8Array()])));
const DOCTYPE = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
const ofManifest = () =>
  zipSync({
    ...unzipSync(odsOf(SHEETS)),
    'META-INF/manifest.xml': strToU8('<manifest:encryption-data/>'),
  });

test.each<[string, () => Uint8Array, RegExp]>([
  ['no archive', () => strToU8('criterion,Home'), /neither XLSX nor ODS/],
  ['an empty file', () => new Uint8Array(), /neither XLSX nor ODS/],
  ['another archive', () => zipSync({ 'a.xml': strToU8('<a/>') }), /neither XLSX nor ODS/],
  ['a half archive', () => xlsxOf(SHEETS).subarray(0, 700), /damaged/],
  ['a protected XLSX', () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /password/],
  ['a protected ODS', ofManifest, /password/],
  ['macros', () => changed('xl/vbaProject.bin', () => 'x'), /macros/],
  ['macros of an ODS', () => changed('Basic/Standard/Module1.xml', () => 'x', odsOf(SHEETS)), /macros/],
  ['external entities', () => changed(SHEET, (xml) => DOCTYPE + xml), /entities/],
  ['a bomb', bomb, /The unpacked file is larger/],
  ['too many files', manyFiles, /more than 2000 files/],
  ['a workbook without sheets', () => changed('xl/workbook.xml', () => '<a/>'), /cannot be read|neither/],
  ['10⁶ columns', () => withRows('<row r="1"><c r="BDWGN1" t="inlineStr"><is><t>x</t></is></c></row>'), /columns/],
  [
    'merged cells without end',
    () =>
      withRows(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>',
        '<mergeCells count="1"><mergeCell ref="A1:ALL20000"/></mergeCells>',
      ),
    /more than 200000 cells/,
  ],
])('%s is refused and says why', (_name, file, message) => {
  const made = file();
  const reading = () => readSheets(made);
  expect(reading).toThrow(UnreadableSpreadsheet);
  expect(reading).toThrow(message);
});

test('what looks like an escape or breaks XML is a text in an XLSX too', () => {
  const rows = [['a_x0041_', '\u0001]]>', '\uD800']];
  expect(readSheets(xlsxOf([{ name: 'A & B', rows }]))).toEqual([
    { name: 'A & B', rows: [['a_x0041_', '\uFFFD]]>', '\uFFFD']], comments: [] },
  ]);
});
