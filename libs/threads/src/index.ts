export { answerInThread } from './answer-in-thread.js';
export { inThread, type ThreadLimits, ThreadLimitExceeded } from './in-thread.js';
export { threadFile } from './thread-file.js';
