import { commandsOf } from './commands.js';
import { ServerClient } from './server-client.js';

const BEGIN = 'START TRANSACTION';
const ONE_AFTER_THE_OTHER = `SET LOCAL citus.multi_shard_modify_mode TO 'sequential'`;

/**
 * A connection for migrations, also of tables that are spread over machines; to a plain PostgreSQL it makes no
 * difference. It sends the commands of a text one by one: Citus passes on the text that a command came in, and no
 * machine takes one of several commands. Within a transaction the machines work one after the other, because tables
 * that refer to each other cannot be changed otherwise.
 */
export class MigrationClient extends ServerClient {
  override query(...call: never[]): never {
    const [text, ...more] = call as unknown[];
    const isBare = typeof text === 'string' && more.every((value) => value === undefined);
    const commands = !isBare ? [] : text === BEGIN ? [BEGIN, ONE_AFTER_THE_OTHER] : commandsOf(text);
    return (commands.length > 1 ? this.each(commands) : super.query.apply(this, call as never)) as never;
  }

  private async each(commands: readonly string[]): Promise<unknown> {
    let result: unknown;
    for (const command of commands) result = await (super.query(command) as Promise<unknown>);
    return result;
  }
}
