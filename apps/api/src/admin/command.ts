/** A command of the operator. */
interface Command {
  name: 'reset-factor';
  address: string;
}

export const USAGE = `Usage: npm run admin -- users reset-factor ADDRESS

Takes the second factor of the account with this address away, with its backup codes, and ends its sessions; the person
is told by mail. It reads the same settings as the service, and may run beside it.`;

/** Parses a command; undefined if it is invalid. */
export function commandOf(args: readonly string[]): Command | undefined {
  const [subject, name, address, ...rest] = args;
  if (subject !== 'users' || name !== 'reset-factor' || !address?.includes('@') || rest.length > 0) return undefined;
  return { name, address };
}
