export { ListReader } from './list-reader.js';
export { ListsModule } from './lists.module.js';
