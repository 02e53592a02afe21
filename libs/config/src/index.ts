export { packageFile, packageVersion } from './package-version.js';
export { addressesOf, hostsOf } from './postgres-url.js';
export { ConfigurationError, isWildcard, readSettings, type S3Settings, Settings } from './settings.js';
export type { TracingSettings } from './tracing-settings.js';
export { ConfigModule } from './config.module.js';
export { requireBelowLimit } from './record-limits.js';
