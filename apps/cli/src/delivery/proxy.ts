/**
 * The proxy for an address, by HTTPS_PROXY or HTTP_PROXY and NO_PROXY, in small letters too.
 * @throws TypeError for a proxy that is no address
 */
export function proxyFor(address: URL, env: NodeJS.ProcessEnv): URL | undefined {
  const of = (name: string): string | undefined => env[name.toLowerCase()] || env[name.toUpperCase()] || undefined;
  const proxy = of(address.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? of('all_proxy');
  if (!proxy || isExcepted(address, of('no_proxy') ?? '')) return undefined;
  return new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
}

/** Whether NO_PROXY names the host, its domain, or `*`; an entry may end in a port. */
function isExcepted({ hostname, port, protocol }: URL, noProxy: string): boolean {
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name, named] = /^(.+?)(?::(\d+))?$/.exec(entry)!;
      const domain = name!.replace(/^\*?\./, '').toLowerCase();
      return (named === undefined || named === ownPort) && (hostname === domain || hostname.endsWith(`.${domain}`));
    });
}
