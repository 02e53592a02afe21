/** A cookie as the DevTools protocol takes it (Network.CookieParam). */
export interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  /** In seconds since 1970; without it the cookie is of the session. */
  expires?: number;
}

/**
 * Cookies of a file: cookies.txt, as Netscape, curl and wget write it, or the storage state of Playwright; none of any
 * other.
 */
export const readCookies = (text: string): Cookie[] =>
  /^\s*[[{]/.test(text) ? fromJson(text) : text.split(/\r?\n/).flatMap(fromLine);

function fromLine(line: string): Cookie[] {
  const httpOnly = line.startsWith('#HttpOnly_');
  if (line.startsWith('#') && !httpOnly) return [];
  const [domain, , path, secure, expires, name, value] = line.replace(/^#HttpOnly_/, '').split('\t');
  if (!domain || !path || !name || value === undefined) return [];
  const ends = Number(expires);
  return [{ name, value, domain, path, secure: secure === 'TRUE', httpOnly, ...(ends > 0 ? { expires: ends } : {}) }];
}

function fromJson(text: string): Cookie[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return [];
  }
  const list = Array.isArray(content) ? (content as unknown[]) : (content as { cookies?: unknown }).cookies;
  return (Array.isArray(list) ? (list as Partial<Cookie>[]) : []).flatMap((cookie) => {
    const { name, value, domain, path = '/', secure = false, httpOnly = false, expires = -1 } = cookie ?? {};
    if (typeof name !== 'string' || typeof value !== 'string' || typeof domain !== 'string') return [];
    return [{ name, value, domain, path, secure, httpOnly, ...(expires > 0 ? { expires } : {}) }];
  });
}
