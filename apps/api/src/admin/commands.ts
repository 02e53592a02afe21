import type { Command } from './command.js';

/** Every command. What each needs is loaded when it runs: some need the whole application, others hardly anything. */
export const COMMANDS: readonly Command[] = [
  {
    usage: 'backup FILE',
    flags: ['--offline'],
    help: 'Writes everything to a file, or to the standard output for "-", while the service runs. The SECRET_KEY is not in it. On Citus every service must be stopped, and --offline says so.',
    run: async (call) => (await import('./backup/commands.js')).backup(call),
  },
  {
    usage: 'restore FILE',
    help: 'Restores a backup into an empty database, and brings its schema up to date. Without DATABASE_URL that is a new embedded one in DATA_DIR.',
    run: async (call) => (await import('./backup/commands.js')).restore(call),
  },
  {
    usage: 'verify FILE',
    help: 'Reads a backup whole, and says whether this version could restore it with this SECRET_KEY.',
    run: async (call) => (await import('./backup/commands.js')).verify(call),
  },
  {
    usage: 'users reset-factor ADDRESS',
    help: 'Takes the second factor of an account away, with its backup codes, and ends its sessions; the person is told by mail.',
    run: async (call) => (await import('./reset-factor-command.js')).resetFactorOf(call),
  },
  {
    usage: 'distribute',
    help: 'Spreads the organizations of a database over the machines of a Citus (docs/scale.md). Stop the service first, and start it afterwards. It may be run again.',
    run: async (call) => (await import('./distribute-command.js')).distributeDatabase(call),
  },
];
