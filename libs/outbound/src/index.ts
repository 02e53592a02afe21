export { fetchWithin, withDeadline } from './deadline.js';
export { isPublicAddress } from './public-address.js';
