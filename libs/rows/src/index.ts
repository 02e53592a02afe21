export { type Detail, type Detailed, linkedRows, loadDetails } from './details.js';
export { keyOf, type RowKey } from './key-of.js';
export { type LinkTable, replaceLinks } from './links.js';
export { notFoundOf } from './not-found-of.js';
export { requireAll } from './require-all.js';
export { BulkDeleted, BulkIds, BulkUpdated } from './bulk.dto.js';
export { changedFields, type FieldChange, pickDefined } from './changed-fields.js';
