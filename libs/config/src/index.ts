export { packageFile, packageVersion } from './package-version.js';
export { addressesOf, hostsOf } from './postgres-url.js';
export { misspeltVariables } from './misspelt.js';
export { ConfigurationError, isLoopback, isWildcard, readSettings, Settings, VARIABLES } from './settings.js';
export type { S3Settings } from './storage-settings.js';
export type { TracingSettings } from './tracing-settings.js';
export { ConfigModule } from './config.module.js';
export { type LimitedRecord, RECORD_LIMITS, type RecordLimits } from './limit-settings.js';
export { requireBelowLimit } from './record-limits.js';
