export { openStorage } from './open-storage.js';
export { Storage } from './storage.js';
export { StorageModule } from './storage.module.js';
