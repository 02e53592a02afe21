export { type Asker, Places, type Sharing } from './places.js';
export { mapInSlices } from './slices.js';
