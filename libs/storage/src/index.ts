export { openStorage } from './open-storage.js';
export { isStorableName, Storage } from './storage.js';
export { StorageModule } from './storage.module.js';
