export { Jobs } from './jobs.js';
export { JobsModule } from './jobs.module.js';
export { migrateJobs } from './migrate-jobs.js';
export { countJobs, lastFailedJob } from './job-counts.js';
export { countDeadJobs, deleteDeadJobs, oldestJob } from './old-jobs.js';
export { dropJobs, keysToRun, queuedJobs, retryJobs } from './single-jobs.js';
