export { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
export { keepRunning } from './keep-running.js';
export { FolderIsServed, holdFolder, processServing } from './held-folder.js';
export { previousLog } from './previous-log.js';
