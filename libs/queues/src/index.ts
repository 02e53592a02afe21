export { FairQueue } from './fair-queue.js';
export { type QueueLimits, ReportQueue } from './report-queue.js';
export { mapInSlices } from './slices.js';
