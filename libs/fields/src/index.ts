export * from './fields.js';
export * from './parameters.js';
export { areBlocksWithin, isAddressWithin } from './cidr-blocks.js';
export { characterCount, isTimestamp, isHttpUrl } from './formats.js';
export { isEmailAddress } from './email-address.js';
export { propertiesOf } from './shape.js';
export { ValidatedBySchema, schemaOf } from './validate-body.js';
export { CheckTogether, Lenient, ValidationPipe } from './validation.pipe.js';
