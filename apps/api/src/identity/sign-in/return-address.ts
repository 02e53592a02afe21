/**
 * The address to which a browser may be sent when a sign-in is over: a path, or an address on one of our own origins.
 * Undefined for every other, so that nobody can be sent elsewhere in our name.
 */
export function returnAddress(value: string, base: string, origins: readonly string[]): string | undefined {
  if (!/^(\/|https?:\/\/)/i.test(value) || !URL.canParse(value, base)) return undefined;
  // What is checked is what will be sent: browsers read backslashes, tabs and `//` in ways of their own.
  const { origin, username, password, href } = new URL(value, base);
  return origins.includes(origin) && !username && !password ? href : undefined;
}

/** The address with the code of a refusal, as its page reads it. */
export const withError = (address: string, code: string): string => withParameter(address, 'error', code);

/** The address of a page that asks for the second factor. */
export const withSecondFactor = (address: string): string => withParameter(address, 'twoFactorRedirect', 'true');

function withParameter(address: string, name: string, value: string): string {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
}
