export * from './fair-queue.js';
export * from './report-queue.js';
export * from './slices.js';
