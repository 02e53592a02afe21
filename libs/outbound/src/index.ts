export { type OutboundRequest, type OutboundResponse, sendRequest } from './send-request.js';
export { fetchWithin, withDeadline } from './deadline.js';
export { download, NotDownloaded } from './download.js';
export { requestWithin } from './request-within.js';
export { isPublicAddress } from './public-address.js';
export { publicOnly, resolvesToPrivate } from './public-only.js';
