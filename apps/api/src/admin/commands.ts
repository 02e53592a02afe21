import type { Command } from './command.js';

/** Every command. What each needs is loaded when it runs: some need the whole application, others hardly anything. */
export const COMMANDS: readonly Command[] = [
  {
    usage: 'backup FILE',
    flags: ['--offline', '--key FILE'],
    help: 'Writes everything to a file, or to the standard output for "-", while the service runs. It is signed with the SECRET_KEY, or the key in the file of --key; the SECRET_KEY is not in it. On Citus every service must be stopped, and --offline says so.',
    run: async (call) => (await import('./backup/commands.js')).backup(call),
  },
  {
    usage: 'restore FILE',
    flags: ['--unsigned', '--key FILE'],
    help: 'Restores a backup into an empty database, and brings its schema up to date. Without DATABASE_URL that is a new embedded one in DATA_DIR. The backup must be signed with this SECRET_KEY, or the key of --key; one without a signature, as of v0.1.0, needs --unsigned.',
    run: async (call) => (await import('./backup/commands.js')).restore(call),
  },
  {
    usage: 'verify FILE',
    flags: ['--unsigned', '--key FILE'],
    help: 'Reads a backup whole, and says whether it is yours, by its signature, and whether this version could restore it with this SECRET_KEY.',
    run: async (call) => (await import('./backup/commands.js')).verify(call),
  },
  {
    usage: 'migrate',
    help: 'Brings the schema up to date, as the start of the service does: for upgrades that migrate before they start anything.',
    run: async (call) => (await import('./migrate-command.js')).migrateDatabase(call),
  },
  {
    usage: 'doctor',
    help: 'Tries everything that the service needs, and says what is right, what is not, and what to do. It changes nothing that lasts.',
    run: async (call) => (await import('./doctor/doctor.js')).examine(call),
  },
  {
    usage: 'users list',
    help: 'Lists the accounts: address, name, whether the address is confirmed, a second factor on and the account disabled, when they were made, in how many organizations they are, and how many sessions they have.',
    run: async (call) => (await import('./people-commands.js')).listUsers(call),
  },
  {
    usage: 'users disable ADDRESS',
    help: 'Keeps a person out: ends their sessions, refuses to sign them in, and refuses their API keys and the passes of repositories that they trust. Nothing is deleted.',
    run: async (call) => (await import('./people-commands.js')).disableUser(call),
  },
  {
    usage: 'users enable ADDRESS',
    help: 'Lets a disabled person in again; their keys work as before.',
    run: async (call) => (await import('./people-commands.js')).enableUser(call),
  },
  {
    usage: 'users end-sessions ADDRESS',
    help: 'Ends all sessions of an account. API keys of the person go on.',
    run: async (call) => (await import('./people-commands.js')).endSessionsOf(call),
  },
  {
    usage: 'users reset-factor ADDRESS',
    help: 'Takes the second factor of an account away, with its backup codes, and ends its sessions; the person is told by mail.',
    run: async (call) => (await import('./reset-factor-command.js')).resetFactorOf(call),
  },
  {
    usage: 'organizations list',
    help: 'Lists the organizations: slug, name, when they were made, and how many members and products they have.',
    run: async (call) => (await import('./organization-commands.js')).listOrganizations(call),
  },
  {
    usage: 'organizations delete SLUG',
    flags: ['--yes'],
    help: 'Deletes an organization with everything in it, for good. Without --yes it only says what would go.',
    run: async (call) => (await import('./organization-commands.js')).deleteOrganization(call),
  },
  {
    usage: 'organizations account SLUG',
    flags: ['--own', '--of SLUG'],
    help: 'Says on whose account the work of an organization is done, which shares the places of the service with others: --own makes it one of its own, --of the same as that of another organization. Without a flag it lists the organizations of its account.',
    run: async (call) => (await import('./account-of-work-command.js')).changeAccountOfWork(call),
  },
  {
    usage: 'distribute',
    help: 'Spreads the organizations of a database over the machines of a Citus (docs/scale.md). Stop the service first, and start it afterwards. It may be run again.',
    run: async (call) => (await import('./distribute-command.js')).distributeDatabase(call),
  },
];
