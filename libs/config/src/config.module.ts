import { type DynamicModule, Module } from '@nestjs/common';
import { Settings } from './settings.js';

/** Gives every module the settings that `main` read. */
@Module({})
export class ConfigModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: Settings, useValue: settings }],
      exports: [Settings],
    };
  }
}
