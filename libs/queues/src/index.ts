export { FairQueue } from './fair-queue.js';
export { Places } from './places.js';
export { ReportQueue } from './report-queue.js';
export { mapInSlices } from './slices.js';
