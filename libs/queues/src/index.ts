export { FairQueue } from './fair-queue.js';
export { ReportQueue } from './report-queue.js';
export { mapInSlices } from './slices.js';
