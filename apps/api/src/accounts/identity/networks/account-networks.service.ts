import { query } from '#libs/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AccountHookRegistry } from '../leaving/account-hooks.js';
import { NETWORKS } from './account-network.sql.js';

/** Adds the networks of an account to the personal data export. With the account they are erased by the database. */
@Injectable()
export class AccountNetworks implements OnModuleInit {
  constructor(private readonly accountHooks: AccountHookRegistry) {}

  onModuleInit(): void {
    this.accountHooks.register({
      exportData: async (tx, { id }) => ({ networks: await query(tx, NETWORKS, [id]) }),
    });
  }
}
