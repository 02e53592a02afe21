export { addressOf, isFileName, newOwnedName, ownedName } from './owned-name.js';
export { removeOwned } from './remove-owned.js';
export { Storage } from './storage.js';
export { StorageModule } from './storage.module.js';
