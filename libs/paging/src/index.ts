export { PageQuery, SortedPageQuery } from './page-query.js';
export { type Page, paginate, Pagination } from './paginate.js';
