export { fetchWithin, withDeadline } from './deadline.js';
export { download } from './download.js';
export { publicOnly, resolvesToPrivate } from './public-only.js';
