export { packageFile, packageVersion } from './package-version.js';
export { addressesOf, hostsOf } from './postgres-url.js';
export { ConfigurationError, isWildcard, readSettings, Settings } from './settings.js';
export type { S3Settings } from './storage-settings.js';
export type { TracingSettings } from './tracing-settings.js';
export { ConfigModule } from './config.module.js';
export { requireBelowLimit } from './record-limits.js';
