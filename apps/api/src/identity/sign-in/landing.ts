/** Where a browser is sent after signing in, in the words of the wire format. */
export interface Landing {
  redirect: boolean;
  url?: string;
}

/** Whether an address, as a browser would resolve it from a page of ours, leads to one of our origins. */
export function leadsToUs(url: string, ours: readonly string[]): boolean {
  if (!URL.canParse(url, ours[0])) return false;
  const { protocol, origin } = new URL(url, ours[0]);
  // A `blob:` has the origin of whatever page made it.
  return /^https?:$/.test(protocol) && ours.includes(origin);
}
