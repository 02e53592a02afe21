export { DamagedArchive, readTar } from './read-tar.js';
export { memberBytes, TAR_END } from './tar-format.js';
