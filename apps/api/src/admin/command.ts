/** A command of the operator. */
type Command = { name: 'reset-factor'; address: string } | { name: 'distribute' };

export const USAGE = `Usage: npm run admin -- users reset-factor ADDRESS
       npm run admin -- distribute

users reset-factor takes the second factor of the account with this address away, with its backup codes, and ends its
sessions; the person is told by mail.

distribute spreads the organizations of a database over the machines of a Citus (docs/scale.md). Stop the service first, and
start it afterwards. It may be run again.

Both read the same settings as the service.`;

/** Parses a command; undefined if it is invalid. */
export function commandOf(args: readonly string[]): Command | undefined {
  if (args.length === 1 && args[0] === 'distribute') return { name: 'distribute' };
  const [subject, name, address, ...rest] = args;
  if (subject !== 'users' || name !== 'reset-factor' || !address?.includes('@') || rest.length > 0) return undefined;
  return { name, address };
}
