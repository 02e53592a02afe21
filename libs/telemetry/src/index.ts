export * from './metrics.js';
export * from './spans.js';
export * from './traceparent.js';
export * from './start-tracing.js';
export * from './sampling.js';
