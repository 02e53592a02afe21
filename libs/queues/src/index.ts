export { crowd } from './crowd.js';
export { type Asker, Places, type Sharing } from './places.js';
export { inSlices, mapInSlices, pauseBefore, sortInSlices, turn } from './slices.js';
