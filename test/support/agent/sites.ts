import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A site on this machine; `asked` is every path that was asked for, in order. */
export interface Site {
  base: string;
  port: number;
  asked: string[];
  close(): Promise<void>;
}

/** Serves what a function answers. @param at where on this machine; without it at a port that is free */
export async function site(
  answer: (path: string, request: http.IncomingMessage, response: http.ServerResponse) => void,
  at: { host?: string; port?: number } = {},
): Promise<Site> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url!);
    response.on('error', () => undefined);
    answer(request.url!, request, response);
  });
  const { host = '127.0.0.1' } = at;
  server.listen(at.port ?? 0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ base: `http://${host}:${port}`, port, asked },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Answers a page of HTML. */
export const page = (response: http.ServerResponse, html: string, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);

/** A page without defects, but what is given for its main part. */
export const document = (title: string, main: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<style>body{margin:0;font:16px/1.5 sans-serif;color:#111;background:#fff}img{max-width:100%}</style>${head}</head>` +
  `<body><header><p>The site</p></header><nav aria-label="Main"><ul><li><a href="/">Home</a></li></ul></nav>` +
  `<main><h1>${title}</h1>${main}</main><footer><p>The end</p></footer></body></html>`;

/** Defects that axe-core finds, with the HTML that has them. */
const DEFECTS = [
  [
    'image-alt',
    (n: number) =>
      `<img id="d${n}" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" width="40" height="40">`,
  ],
  ['button-name', (n: number) => `<button id="d${n}" style="width:30px;height:30px"></button>`],
  ['link-name', (n: number) => `<a id="d${n}" href="/x${n}" style="display:inline-block;width:30px;height:30px"></a>`],
  ['label', (n: number) => `<input id="d${n}" type="text">`],
  ['color-contrast', (n: number) => `<p id="d${n}" style="color:#bbb;background:#fff">Pale words</p>`],
] as const;

/** How many pages the known site has. */
export const KNOWN_PAGES = 300;

/** The rules that page `n` of the known site breaks, each at one element. */
export const defectsOf = (n: number): string[] =>
  DEFECTS.filter((_, index) => ((n * 7) >> index) % 2 === 1).map(([rule]) => rule);

/** Page `n` of the known site. */
export const knownPage = (n: number): string => {
  const defects = DEFECTS.filter(([rule]) => defectsOf(n).includes(rule)).map(([, html], index) => html(index));
  const items = Array.from(
    { length: 150 },
    (_, i) => `<li><a href="/page/${(n + i) % KNOWN_PAGES}">Item <b>${i}</b></a></li>`,
  );
  const body = n % 3 === 0 ? `<h2>About</h2><p>Some words.</p>` : `<h2>Parts</h2><ol><li>One</li></ol><h2>More</h2>`;
  return document(`Page ${n}`, `${body}${defects.join('')}<ul>${items.join('')}</ul>`);
};

/**
 * A site of 300 pages whose defects are known.
 * @param listed how many of them its sitemap names
 * @param mended those that have no defect any more
 */
export const knownSite = (listed = KNOWN_PAGES, mended: ReadonlySet<number> = new Set()): Promise<Site> =>
  site((path, request, response) => {
    const [, number] = /^\/page\/(\d+)$/.exec(path) ?? [];
    if (mended.has(Number(number))) return page(response, document('Mended', '<p>Words</p>'));
    if (number !== undefined && Number(number) < KNOWN_PAGES) return page(response, knownPage(Number(number)));
    if (path === '/sitemap.xml') {
      const base = `http://${request.headers.host}`;
      const entries = Array.from({ length: listed }, (_, n) => `<url><loc>${base}/page/${n}</loc></url>`);
      return void response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`);
    }
    if (path === '/') return page(response, document('Home', '<p>Words</p>'));
    return page(response, document('None', '<p>No such page</p>'), 404);
  });
