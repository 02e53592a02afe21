import { Vault } from '#libs/secrets';
import { type DynamicModule, Module } from '@nestjs/common';
import { Settings } from './settings.js';

/** Provides the settings and the vault to every module. */
@Module({})
export class ConfigModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Vault, useValue: new Vault(settings.secretKey, settings.previousSecretKey) },
      ],
      exports: [Settings, Vault],
    };
  }
}
