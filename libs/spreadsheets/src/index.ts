export { odsOf } from './ods-file.js';
export { type ReadComment, readSheets, type ReadSheet, UnreadableSpreadsheet } from './read-sheets.js';
export type { WrittenSheet } from './written-sheet.js';
export { xlsxOf } from './xlsx-file.js';
