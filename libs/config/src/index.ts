export { type S3Settings, Settings, readSettings, ConfigurationError } from './settings.js';
export { ConfigModule } from './config.module.js';
