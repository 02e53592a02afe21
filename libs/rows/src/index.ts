export { type Detail, type Detailed, detailedColumns, linkedRows, loadDetailed } from './details.js';
export { readByNumber } from './read-by-number.js';
export { keyOf, type RowKey } from './key-of.js';
export { type LinkTable, replaceLinks } from './links.js';
export { notFoundOf } from './not-found-of.js';
export { requireAll } from './require-all.js';
export { BulkDeleted, BulkIds, BulkUpdated } from './bulk.dto.js';
export { changedFields, type FieldChange, pickDefined } from './changed-fields.js';
