export { counted, gauged, registry, timed } from './metrics.js';
export { beginSpan, beginTrace, isRecording, requestAttributes, type Span, traced, tracedJob } from './spans.js';
export { startTracing } from './start-tracing.js';
