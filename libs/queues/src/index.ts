export { type Asker, Places, type Sharing } from './places.js';
export { mapInSlices, pauseBefore, sortInSlices } from './slices.js';
