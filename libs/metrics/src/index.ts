export { counted, gauged, registry, timed } from './metrics.js';
