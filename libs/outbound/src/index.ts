export { type Answer, ask, type Question } from './ask.js';
export { fetchWithin, withDeadline } from './deadline.js';
export { download, NotDownloaded } from './download.js';
export { requestWithin } from './request-within.js';
export { isPublicAddress } from './public-address.js';
export { publicOnly, resolvesToPrivate } from './public-only.js';
