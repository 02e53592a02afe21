export * from './deadline.js';
export * from './public-address.js';
