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
    usage: 'users create ADDRESS',
    flags: ['--name NAME'],
    help: 'Makes an account, also where nobody may sign up. A link is mailed by which the person chooses a password, and which confirms the address.',
    run: async (call) => (await import('./account-commands.js')).createUser(call),
  },
  {
    usage: 'users invite ADDRESS',
    flags: ['--organization SLUG', '--role ROLE'],
    help: 'Invites an address to an organization, in the name of its longest-standing owner, as a member, or as --role says: member, admin or owner. The mail that invited people get is sent.',
    run: async (call) => (await import('./invite-command.js')).inviteUser(call),
  },
  {
    usage: 'users reset-password ADDRESS',
    help: 'Ends all sessions of an account, and mails the link by which the person chooses another password. The present one works until then.',
    run: async (call) => (await import('./account-commands.js')).resetPasswordOf(call),
  },
  {
    usage: 'users delete ADDRESS',
    flags: ['--yes'],
    help: 'Deletes an account, as the person could; what they made stays without their name. Refused for the only owner of an organization. Without --yes it only says so.',
    run: async (call) => (await import('./account-commands.js')).deleteUser(call),
  },
  {
    usage: 'organizations list',
    help: 'Lists the organizations: slug, name, when they were made, and how many members and products they have, and when they were deleted.',
    run: async (call) => (await import('./organization-commands.js')).listOrganizations(call),
  },
  {
    usage: 'organizations delete SLUG',
    flags: ['--yes', '--now'],
    help: 'Deletes an organization with everything in it: for good, or where RETAIN_DELETED says so after that many days, until which "organizations restore" brings it back. With --now for good at once, also one that was deleted before. Without --yes it only says what would go.',
    run: async (call) => (await import('./organization-commands.js')).deleteOrganization(call),
  },
  {
    usage: 'organizations restore SLUG',
    help: 'Brings back an organization that was deleted less than RETAIN_DELETED days ago, with all that was in it but open invitations, and accounts that were deleted since. If its slug has been given to another one, it gets the next that is free. Its admins are told by mail.',
    run: async (call) => (await import('./restore-organization-command.js')).restoreOrganization(call),
  },
  {
    usage: 'organizations suspend SLUG',
    flags: ['--reason TEXT'],
    help: 'Lets nothing be changed in an organization until it is resumed: reports are refused, webhooks rest. It can be read, left and deleted, and public pages stay. Its admins are told why by mail.',
    run: async (call) => (await import('./suspension-commands.js')).suspendOrganization(call),
  },
  {
    usage: 'organizations resume SLUG',
    help: 'Takes back that an organization is suspended. Messages to webhooks that have rested go out within five minutes.',
    run: async (call) => (await import('./suspension-commands.js')).resumeOrganization(call),
  },
  {
    usage: 'organizations sign-in-required SLUG STATE',
    help: 'With "off" for STATE lets people of an organization come in without its provider again, for when that is gone for good and no owner can come in without it. The settings of the provider stay. Its admins are told by mail.',
    run: async (call) => (await import('./sign-in-required-command.js')).liftRequiredSignIn(call),
  },
  {
    usage: 'organizations transfer SLUG ADDRESS',
    flags: ['--demote'],
    help: 'Makes a member an owner of an organization, and with --demote all other owners admins. Whose role changes is told by mail.',
    run: async (call) => (await import('./transfer-command.js')).transferOrganization(call),
  },
  {
    usage: 'organizations account SLUG',
    flags: ['--own', '--of SLUG'],
    help: 'Says on whose account the work of an organization is done, which shares the places of the service with others: --own makes it one of its own, --of the same as that of another organization. Without a flag it lists the organizations of its account.',
    run: async (call) => (await import('./account-of-work-command.js')).changeAccountOfWork(call),
  },
  {
    usage: 'organizations quota SLUG',
    help: 'Lists how many records of each kind an organization may have, and how many are usual here.',
    run: async (call) => (await import('./quota-commands.js')).listQuota(call),
  },
  {
    usage: 'organizations quota SLUG LIMIT…',
    help: 'Changes limits of one organization, such as LIMIT_PRODUCTS=9000; 0 is no limit, and LIMIT_PRODUCTS=default what is usual here. What it has beyond that stays. Its admins are told by mail.',
    run: async (call) => (await import('./quota-commands.js')).setQuota(call),
  },
  {
    usage: 'organizations where SLUG',
    help: 'Says on which machine of a Citus the rows of an organization are, and how many others are in the same parts of the tables, which move together.',
    run: async (call) => (await import('./place-commands.js')).tellPlace(call),
  },
  {
    usage: 'organizations move SLUG MACHINE',
    flags: ['--with-others'],
    help: 'Moves an organization to another machine of a Citus, such as 10.0.0.7:5432, while the service runs. Whoever is in the same parts of the tables moves along, which --with-others allows.',
    run: async (call) => (await import('./place-commands.js')).moveOrganization(call),
  },
  {
    usage: 'agents list',
    help: 'Lists the agents of the operator, which look at pages for all organizations that have none of their own: labels, version, and when they asked for work last.',
    run: async (call) => (await import('./agent-commands.js')).listAgents(call),
  },
  {
    usage: 'agents create NAME',
    flags: ['--labels LABELS'],
    help: 'Makes one, and prints its token, which is shown this once. The labels stand with commas in between.',
    run: async (call) => (await import('./agent-commands.js')).createAgent(call),
  },
  {
    usage: 'agents delete NAME',
    help: 'Deletes one: its token ends at once, and what it has in hand is given to another.',
    run: async (call) => (await import('./agent-commands.js')).deleteAgent(call),
  },
  {
    usage: 'read-only on',
    flags: ['--until MOMENT', '--reason TEXT'],
    help: 'Lets nothing be changed: requests that would are answered 503 with Retry-After, and jobs wait, but for mails and what signs in, signs out and revokes. It ends once every process knows and no change is under way. The moment is such as 2030-01-31T06:00:00Z.',
    run: async (call) => (await import('./read-only-command.js')).beginReadOnly(call),
  },
  {
    usage: 'read-only off',
    help: 'Lets everything be changed again.',
    run: async (call) => (await import('./read-only-command.js')).endReadOnly(call),
  },
  {
    usage: 'read-only status',
    help: 'Says whether the service is read-only, since when, until when and why.',
    run: async (call) => (await import('./read-only-command.js')).tellReadOnly(call),
  },
  {
    usage: 'jobs list',
    help: 'Lists the jobs of the queue, those that were given up first: number, name, state, attempts, and when they were added and run next. It says nothing of what they are about.',
    run: async (call) => (await import('./job-commands.js')).listJobs(call),
  },
  {
    usage: 'jobs retry ID…',
    help: 'Has jobs tried again at once, with all their attempts.',
    run: async (call) => (await import('./job-commands.js')).retryNamedJobs(call),
  },
  {
    usage: 'jobs drop ID…',
    help: 'Deletes jobs that do not run: what they would have done is not done.',
    run: async (call) => (await import('./job-commands.js')).dropNamedJobs(call),
  },
  {
    usage: 'prune',
    flags: ['--dry-run'],
    help: 'Ends what is older than RETAIN_RUNS, RETAIN_EVENTS, RETAIN_ACCOUNT_EVENTS, RETAIN_DELETED, RETAIN_JOBS and RETAIN_MAIL keep it, as the service does each night from thirty days after the upgrade on. With --dry-run it only counts.',
    run: async (call) => (await import('./prune-command.js')).prune(call),
  },
  {
    usage: 'secret-key rotate',
    help: 'Changes to the key in SECRET_KEY, with the former one in SECRET_KEY_PREVIOUS: all processes seal secrets with it from then on, and what is stored is encrypted anew. Refused while a process runs that lacks it. Stopped, it goes on when it is run again.',
    run: async (call) => (await import('./secret-key-commands.js')).rotateSecretKey(call),
  },
  {
    usage: 'secret-key status',
    help: 'Says which key secrets are sealed with, which keys each process has, and what still needs the former key.',
    run: async (call) => (await import('./secret-key-commands.js')).tellSecretKey(call),
  },
  {
    usage: 'distribute',
    help: 'Spreads the organizations of a database over the machines of a Citus (docs/scale.md). Stop the service first, and start it afterwards. It may be run again.',
    run: async (call) => (await import('./distribute-command.js')).distributeDatabase(call),
  },
];
