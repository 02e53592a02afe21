export type { Answered, CallOptions } from './call.js';
export { type ClientOptions, createClient } from './client.js';
export { createCurbcut } from './curbcut.js';
export { CurbcutError } from './error.js';
export type { Curbcut } from './generated/resources.gen.js';
export * from './generated/sdk.gen.js';
export type * from './generated/types.gen.js';
export { verifyWebhook } from './webhook.js';
