export { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
export { keepRunning } from './keep-running.js';
