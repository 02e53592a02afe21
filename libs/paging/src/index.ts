export { PageQuery, SortedPageQuery, type SortDirection } from './page-query.js';
export { type Page, paginate, Pagination } from './paginate.js';
