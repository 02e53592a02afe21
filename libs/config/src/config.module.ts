import { Vault } from '#libs/secrets';
import { type DynamicModule, Module } from '@nestjs/common';
import { Settings } from './settings.js';

/** Gives every module the settings that `main` read, and the vault that opens with their key. */
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
