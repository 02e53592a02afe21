export * from './fields.js';
export * from './parameters.js';
export { areWithin, isWithin } from './address-blocks.js';
export { charactersOf, isTimestamp, isWebAddress } from './formats.js';
export { isMailAddress } from './mail-address.js';
export { CheckedBy, schemaOf } from './check-compiled.js';
export { CheckTogether, Lenient, ValidationPipe } from './validation.pipe.js';
