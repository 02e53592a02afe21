export * from './logger.js';
export * from './request.js';
