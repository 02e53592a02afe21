import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { document, page, type Site, site } from './sites.js';

/** What is not to be reached: a port for TCP and UDP, and what came to it. */
export interface Forbidden {
  port: number;
  came: string[];
  close(): Promise<void>;
}

/** Listens where no page may lead to. */
export async function forbidden(): Promise<Forbidden> {
  const came: string[] = [];
  const http = await site((path, _request, response) => {
    came.push(`TCP ${path}`);
    page(response, document('Secret', '<p>Secret</p>'));
  });
  const udp = createSocket('udp4', () => came.push('UDP'));
  udp.bind(http.port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    ...{ port: http.port, came },
    async close() {
      udp.close();
      await http.close();
    },
  };
}

/** Pages that try every way out, and say in their title when they have tried. */
const escaping = (port: number): string =>
  document(
    'Out',
    `<img alt="" src="http://127.0.0.1:${port}/img"><iframe title="f" src="http://127.0.0.1:${port}/frame"></iframe>`,
    `<script>
      const to = '127.0.0.1:${port}';
      for (const scheme of ['http', 'https']) for (const host of [to, 'localhost:${port}', '[::1]:${port}', '127.1:${port}', '[::ffff:127.0.0.1]:${port}'])
        fetch(scheme + '://' + host + '/fetch', { mode: 'no-cors' }).catch(() => {});
      try { new WebSocket('ws://' + to + '/ws'); } catch {}
      try { navigator.sendBeacon('http://' + to + '/beacon', 'x'); } catch {}
      const worker = new Worker(URL.createObjectURL(new Blob(["fetch('http://" + to + "/worker', { mode: 'no-cors' }).catch(() => {})"])));
      const peer = new RTCPeerConnection({ iceServers: [{ urls: ['stun:' + to, 'turn:' + to], username: 'u', credential: 'c' }] });
      peer.createDataChannel('x');
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      window.open('http://' + to + '/window');
    </script><link rel="preconnect" href="http://127.0.0.1:${port}"><link rel="prefetch" href="http://127.0.0.1:${port}/prefetch">`,
  );

/** Pages that would hold up, fill or fool who looks at them, by their path; `port` is what may not be reached. */
export const hostileSite = (port: number): Promise<Site> =>
  site((path, _request, response) => {
    const [, hop] = /^\/hops\/(\d+)$/.exec(path) ?? [];
    if (hop !== undefined)
      return Number(hop) > 0
        ? void response.writeHead(302, { location: `/hops/${Number(hop) - 1}` }).end()
        : page(response, document('There', '<p>At last</p>'));
    // It goes on before it has loaded, however slow the browser is: the picture never comes.
    if (path.startsWith('/reloading'))
      return page(
        response,
        document(
          'Again',
          '<img src="/never" alt=""><script>setTimeout(() => location.href = "/reloading?" + Math.random(), 1)</script>',
        ),
      );
    switch (path) {
      case '/never':
        return;
      case '/out':
        return page(response, escaping(port));
      case '/led-out':
        return void response.writeHead(302, { location: `http://127.0.0.1:${port}/led` }).end();
      case '/dialogs':
        return page(
          response,
          document(
            'Dialogs',
            '<p>Words</p><script>alert(1);confirm(2);prompt(3);onbeforeunload = () => "stay"</script>',
          ),
        );
      case '/download':
        return void response
          .writeHead(200, {
            'content-type': 'application/octet-stream',
            'content-disposition': 'attachment; filename=x.bin',
          })
          .end('x'.repeat(1_000));
      case '/text':
        return void response.writeHead(200, { 'content-type': 'text/plain' }).end('words');
      case '/large':
        return page(
          response,
          document(
            'Large',
            `<p>Words</p><script>fetch('/endless-file').then(({ body }) => body.pipeTo(new WritableStream()))</script>`,
          ),
        );
      case '/endless-file':
        return fill(response.writeHead(200, { 'content-type': 'text/html' }));
      case '/error':
        return page(response, document('Fault', '<p>Words</p>'), 500);
      case '/missing':
        return page(response, document('None', '<p>Words</p>'), 404);
      case '/missing-empty':
        return void response.writeHead(404).end();
      case '/gone':
        return page(response, document('Gone', '<p>Words</p>'), 410);
      case '/windows':
        return page(
          response,
          document('Windows', '<p>Words</p><script>for (let i = 0; i < 50; i++) window.open("/dialogs")</script>'),
        );
      case '/endless':
        return page(response, document('Endless', '<p>Words</p><script>onload = () => { for (;;); }</script>'));
      case '/memory':
        return page(
          response,
          document(
            'Memory',
            '<p>Words</p><script>const kept = []; setInterval(() => kept.push(new Uint8Array(2e8).fill(1)), 20)</script>',
          ),
        );
      case '/fine':
        return page(response, document('Fine', '<p>Words</p>'));
      default:
        return page(response, document('None', '<p>Words</p>'), 404);
    }
  });

/** Writes until nobody reads any more. */
function fill(response: import('node:http').ServerResponse): void {
  const piece = Buffer.alloc(1_000_000, '<p>words</p>');
  const write = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
}

/** A site behind a form; `isOut` decides for each page whether its visitor has been signed out meanwhile. */
export function signInSite(password: string, isOut: (path: string, times: number) => boolean): Promise<Site & {}> {
  const sessions = new Set<string>();
  const times = new Map<string, number>();
  return site((path, request, response) => {
    const cookie = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    if (path === '/robots.txt') return page(response, '', 404);
    if (path === '/enter') {
      if (request.method === 'GET')
        return page(
          response,
          document(
            'Enter',
            '<form method="post"><p><label>Password <input type="password" name="p"></label> <button>Go in</button></p></form>',
          ),
        );
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      return void request.on('end', () => {
        if (new URLSearchParams(body).get('p') !== password)
          return page(response, document('Wrong', '<p>Wrong</p>'), 403);
        const session = Math.random().toString(36).slice(2);
        sessions.add(session);
        response.writeHead(303, { location: '/inside', 'set-cookie': `session=${session}; HttpOnly` }).end();
      });
    }
    const time = (times.get(path) ?? 0) + 1;
    times.set(path, time);
    if (isOut(path, time)) sessions.clear();
    if (!sessions.has(cookie)) return void response.writeHead(302, { location: '/enter' }).end();
    return page(
      response,
      document(
        'Inside',
        `<p>Welcome</p><p>Your password is ${password}</p><img id="i" title="" src="/p?${encodeURIComponent(password)}">`,
      ),
    );
  });
}
