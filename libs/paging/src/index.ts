export { PageQuery, SORT_DIRECTIONS, SortedPageQuery } from './page-query.js';
export { type Condition, pageOf, type PageOrder, type RecordList, recordsOf } from './page-of.js';
export { containsText } from './search.js';
export { type Page, Pagination, Total } from './pagination.js';
