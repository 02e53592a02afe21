export { fetchWithin, withDeadline } from './deadline.js';
export { download } from './download.js';
export { isPublicAddress } from './public-address.js';
export { publicOnly, resolvesToPrivate } from './public-only.js';
