export { Settings, readSettings, ConfigurationError } from './settings.js';
export { ConfigModule } from './config.module.js';
