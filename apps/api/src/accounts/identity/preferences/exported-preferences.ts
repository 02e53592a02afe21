import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountHookRegistry } from '../leaving/account-hooks.js';
import { EXPORTED_PREFERENCES } from './preferences.sql.js';

/** Adds what a person has chosen to the personal data export. With the account it is erased by the database. */
@Injectable()
export class ExportedPreferences implements OnModuleInit {
  constructor(private readonly accountHooks: AccountHookRegistry) {}

  onModuleInit(): void {
    this.accountHooks.register({
      exportData: async (tx, { id }) => ({ preferences: (await query(tx, EXPORTED_PREFERENCES, [id]))[0] ?? null }),
    });
  }
}
