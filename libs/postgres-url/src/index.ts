export { addressesOf, hostsOf, isPostgresUrl } from './postgres-url.js';
