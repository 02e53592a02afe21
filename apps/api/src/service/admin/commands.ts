import type { Command } from './command.js';

/** Every command. What each needs is loaded when it runs: some need the whole application, others hardly anything. */
export const COMMANDS: readonly Command[] = [
  {
    usage: 'backup FILE',
    flags: ['--offline', '--key FILE'],
    help: 'Writes a backup to a file, or to the standard output for "-", while the service runs. It is signed with the SECRET_KEY, or the key file of --key; the SECRET_KEY is not included. On Citus, all services must be stopped; confirm with --offline.',
    run: async (call) => (await import('./backup/commands.js')).backup(call),
  },
  {
    usage: 'restore FILE',
    flags: ['--unsigned', '--key FILE'],
    help: 'Restores a backup into an empty database and upgrades its schema. Without DATABASE_URL, a new embedded database in DATA_DIR is used. The backup must be signed with this SECRET_KEY, or the key of --key; a backup without a signature, as of v0.1.0, requires --unsigned.',
    run: async (call) => (await import('./backup/commands.js')).restore(call),
  },
  {
    usage: 'verify FILE',
    flags: ['--unsigned', '--key FILE'],
    help: 'Checks a whole backup: its signature, and whether this version can restore it with this SECRET_KEY.',
    run: async (call) => (await import('./backup/commands.js')).verify(call),
  },
  {
    usage: 'migrate',
    help: 'Upgrades the schema, like a start of the service: for upgrades that run migrations first.',
    run: async (call) => (await import('./migrate-command.js')).migrateDatabase(call),
  },
  {
    usage: 'doctor',
    help: 'Checks all dependencies of the service, and prints problems with their solutions. It makes no lasting changes.',
    run: async (call) => (await import('./doctor/doctor.js')).examine(call),
  },
  {
    usage: 'users list',
    help: 'Lists the accounts: email address, name, address confirmed, second factor, disabled, creation time, number of organizations and number of sessions.',
    run: async (call) => (await import('./people-commands.js')).listUsers(call),
  },
  {
    usage: 'users disable ADDRESS',
    help: 'Disables an account: ends its sessions, and rejects its sign-ins, API keys and trusted publishers. Nothing is deleted.',
    run: async (call) => (await import('./people-commands.js')).disableUser(call),
  },
  {
    usage: 'users enable ADDRESS',
    help: 'Enables a disabled account; its keys work again.',
    run: async (call) => (await import('./people-commands.js')).enableUser(call),
  },
  {
    usage: 'users end-sessions ADDRESS',
    help: 'Ends all sessions of an account. Its API keys continue to work.',
    run: async (call) => (await import('./people-commands.js')).endSessionsOf(call),
  },
  {
    usage: 'users reset-factor ADDRESS',
    help: 'Removes the second factor of an account, with its backup codes, and ends its sessions; the person is notified by email.',
    run: async (call) => (await import('./reset-factor-command.js')).resetFactorOf(call),
  },
  {
    usage: 'users create ADDRESS',
    flags: ['--name NAME'],
    help: 'Creates an account, even if sign-up is closed. A link for choosing a password, which also confirms the address, is sent by email.',
    run: async (call) => (await import('./account-commands.js')).createUser(call),
  },
  {
    usage: 'users invite ADDRESS',
    flags: ['--organization SLUG', '--role ROLE'],
    help: 'Invites an email address to an organization in the name of its longest-standing owner, as a member or with another --role: member, admin or owner. The usual invitation email is sent.',
    run: async (call) => (await import('./invite-command.js')).inviteUser(call),
  },
  {
    usage: 'users reset-password ADDRESS',
    help: 'Ends all sessions of an account, and sends a link for choosing a new password. The current password works until then.',
    run: async (call) => (await import('./account-commands.js')).resetPasswordOf(call),
  },
  {
    usage: 'users delete ADDRESS',
    flags: ['--yes'],
    help: 'Deletes an account; its contributions are kept without the name. Rejected for the only owner of an organization. Without --yes, only shows the effect.',
    run: async (call) => (await import('./account-commands.js')).deleteUser(call),
  },
  {
    usage: 'organizations list',
    help: 'Lists the organizations: slug, name, creation time, number of members and products, and deletion time.',
    run: async (call) => (await import('./organization-commands.js')).listOrganizations(call),
  },
  {
    usage: 'organizations delete SLUG',
    flags: ['--yes', '--now'],
    help: 'Deletes an organization with all its data: permanently, or with RETAIN_DELETED after that many days, during which "organizations restore" is possible. --now deletes permanently at once, also after an earlier deletion. Without --yes, only shows the effect.',
    run: async (call) => (await import('./organization-commands.js')).deleteOrganization(call),
  },
  {
    usage: 'organizations restore SLUG',
    help: 'Restores an organization deleted less than RETAIN_DELETED days ago with all its data, except pending invitations and accounts deleted since. If its slug is in use, it gets the next free one. Its admins are notified by email.',
    run: async (call) => (await import('./restore-organization-command.js')).restoreOrganization(call),
  },
  {
    usage: 'organizations suspend SLUG',
    flags: ['--reason TEXT'],
    help: 'Suspends an organization until it is resumed: changes and reports are rejected, and webhooks are paused. It can be read, left and deleted, and public pages remain. Its admins are notified by email, with the reason.',
    run: async (call) => (await import('./suspension-commands.js')).suspendOrganization(call),
  },
  {
    usage: 'organizations resume SLUG',
    help: 'Resumes a suspended organization. Paused webhook messages are sent within five minutes.',
    run: async (call) => (await import('./suspension-commands.js')).resumeOrganization(call),
  },
  {
    usage: 'organizations sign-in-required SLUG STATE',
    help: 'With "off" for STATE, allows sign-in without the provider of an organization again, if the provider is permanently unavailable and there is no recovery owner. The settings of the provider are kept. Its admins are notified by email.',
    run: async (call) => (await import('./sign-in-required-command.js')).liftRequiredSignIn(call),
  },
  {
    usage: 'organizations transfer SLUG ADDRESS',
    flags: ['--demote'],
    help: 'Makes a member an owner of an organization, and with --demote, all other owners admins. People with a changed role are notified by email.',
    run: async (call) => (await import('./transfer-command.js')).transferOrganization(call),
  },
  {
    usage: 'organizations account SLUG',
    flags: ['--own', '--of SLUG'],
    help: 'Sets the quota owner of an organization, which shares the capacity of the service with others: --own for a separate quota, --of to share that of another organization. Without a flag, lists the organizations with the same quota.',
    run: async (call) => (await import('./account-of-work-command.js')).changeAccountOfWork(call),
  },
  {
    usage: 'organizations quota SLUG',
    help: 'Lists the record limits of an organization, and the defaults of this service.',
    run: async (call) => (await import('./quota-commands.js')).listQuota(call),
  },
  {
    usage: 'organizations quota SLUG LIMIT…',
    help: 'Changes limits of one organization, such as LIMIT_PRODUCTS=9000; 0 for no limit, LIMIT_PRODUCTS=default for the default. Existing records above the limit are kept. Its admins are notified by email.',
    run: async (call) => (await import('./quota-commands.js')).setQuota(call),
  },
  {
    usage: 'organizations where SLUG',
    help: 'Shows the Citus machine of an organization, and the number of other organizations in the same shards, which move together.',
    run: async (call) => (await import('./place-commands.js')).showPlace(call),
  },
  {
    usage: 'organizations move SLUG MACHINE',
    flags: ['--with-others'],
    help: 'Moves an organization to another Citus machine, such as 10.0.0.7:5432, while the service runs. Organizations in the same shards also move, which requires --with-others.',
    run: async (call) => (await import('./place-commands.js')).moveOrganization(call),
  },
  {
    usage: 'agents list',
    help: 'Lists the agents of the operator, which examine pages for all organizations without an agent of their own: labels, version and last request.',
    run: async (call) => (await import('./agent-commands.js')).listAgents(call),
  },
  {
    usage: 'agents create NAME',
    flags: ['--labels LABELS'],
    help: 'Creates an agent, and prints its token, which is shown only once. The labels are comma-separated.',
    run: async (call) => (await import('./agent-commands.js')).createAgent(call),
  },
  {
    usage: 'agents delete NAME',
    help: 'Deletes an agent: its token ends at once, and its runs are given to another one.',
    run: async (call) => (await import('./agent-commands.js')).deleteAgent(call),
  },
  {
    usage: 'read-only on',
    flags: ['--until MOMENT', '--reason TEXT'],
    help: 'Turns on read-only mode: changing requests are answered with 503 and Retry-After, and jobs wait, except emails, sign-in, sign-out and revocation. The command ends when all processes have switched and no change is in progress. An example of a time is 2030-01-31T06:00:00Z.',
    run: async (call) => (await import('./read-only-command.js')).beginReadOnly(call),
  },
  {
    usage: 'read-only off',
    help: 'Turns off read-only mode.',
    run: async (call) => (await import('./read-only-command.js')).endReadOnly(call),
  },
  {
    usage: 'read-only status',
    help: 'Shows whether the service is read-only, with start, end and reason.',
    run: async (call) => (await import('./read-only-command.js')).showReadOnly(call),
  },
  {
    usage: 'jobs list',
    help: 'Lists the jobs of the queue, failed ones first: number, name, state, attempts, creation time and next run. Their content is not shown.',
    run: async (call) => (await import('./job-commands.js')).listJobs(call),
  },
  {
    usage: 'jobs retry ID…',
    help: 'Retries jobs at once, with the full number of attempts.',
    run: async (call) => (await import('./job-commands.js')).retryNamedJobs(call),
  },
  {
    usage: 'jobs drop ID…',
    help: 'Deletes jobs that are not running; their work is not done.',
    run: async (call) => (await import('./job-commands.js')).dropNamedJobs(call),
  },
  {
    usage: 'prune',
    flags: ['--dry-run'],
    help: 'Deletes data older than RETAIN_RUNS, RETAIN_EVENTS, RETAIN_ACCOUNT_EVENTS, RETAIN_DELETED, RETAIN_JOBS and RETAIN_MAIL, as the service does each night from thirty days after the upgrade. With --dry-run, only counts them.',
    run: async (call) => (await import('./prune-command.js')).prune(call),
  },
  {
    usage: 'secret-key rotate',
    help: 'Changes to the key in SECRET_KEY, with the former one in SECRET_KEY_PREVIOUS: all processes encrypt new secrets with it, and stored secrets are re-encrypted. Rejected while a running process does not have it. If interrupted, run it again to continue.',
    run: async (call) => (await import('./secret-key-commands.js')).rotateSecretKey(call),
  },
  {
    usage: 'secret-key status',
    help: 'Shows the key used for secrets, the keys of each process, and the secrets that still need the former key.',
    run: async (call) => (await import('./secret-key-commands.js')).showSecretKey(call),
  },
  {
    usage: 'distribute',
    help: 'Distributes the organizations of a database over the machines of a Citus cluster (docs/scale.md). Stop the service first, and start it afterwards. It can be repeated.',
    run: async (call) => (await import('./distribute-command.js')).distributeDatabase(call),
  },
];
