export { Jobs } from './jobs.js';
export { JobsModule } from './jobs.module.js';
export { migrateJobs } from './migrate-jobs.js';
export { countJobs, lastFailedJob } from './job-counts.js';
