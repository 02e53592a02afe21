export { openStorage } from './open-storage.js';
export { OwnedFiles } from './owned-files.js';
export { isFileName, newOwnedName } from './owned-name.js';
export { Storage } from './storage.js';
export { StorageModule } from './storage.module.js';
