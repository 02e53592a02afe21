import { document, page, type Site, site } from './sites.js';

/** Where the metadata of machines in clouds are, by address, in other spellings, and by a name. */
const METADATA = [
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://0xa9.0xfe.0xa9.0xfe/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://100.100.100.200/latest/meta-data/',
  'http://metadata.test/computeMetadata/v1/',
];

/** Addresses that a browser would show by itself, or from the disk of its machine. */
const LOCAL = [
  'file:///etc/passwd',
  'chrome://version/',
  'view-source:file:///etc/passwd',
  'data:text/html,<title>Data</title>',
];

/** The paths of a site that lead to what is no site. */
export const LEADING = {
  metadata: METADATA.map((_, index) => `/to-metadata/${index}`),
  local: LOCAL.map((_, index) => `/to-local/${index}`),
};

/** Tries to show what is on the machine, and says in the title what it got. */
const LOCAL_FILES = `<iframe title="a" src="file:///etc/passwd"></iframe><iframe title="b" src="chrome://version/"></iframe>
  <a id="to-file" href="file:///etc/passwd">file</a> <a id="to-chrome" href="chrome://settings/">chrome</a>
  <script>
    const got = [];
    fetch('file:///etc/passwd').then((answer) => answer.text()).then((text) => got.push(text), () => {});
    const asked = new XMLHttpRequest();
    try { asked.open('GET', 'file:///etc/passwd', false); asked.send(); got.push(asked.responseText); } catch {}
    for (const id of ['to-file', 'to-chrome']) document.getElementById(id).click();
    for (const url of ['file:///etc/passwd', 'chrome://settings/', 'view-source:file:///etc/passwd'])
      try { location.href = url; } catch {}
    onload = () => setTimeout(() => {
      for (const frame of document.querySelectorAll('iframe'))
        try { if (frame.contentDocument.body.innerText) got.push(frame.contentDocument.body.innerText); } catch {}
      document.title = 'Got ' + (got.join() || 'nothing');
    }, 100);
  </script>`;

/** Registers a worker that would answer for the whole site, by its own page and by that of a frame. */
const WORKER = `<p id="said">waits</p><script>
  const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { title: 'f' }));
  const ways = [navigator.serviceWorker, frame.contentWindow.navigator.serviceWorker];
  Promise.allSettled(ways.map((way) => way.register('/worker.js'))).then((ends) => {
    document.title = ends.map(({ status }) => status).join();
  });
</script>`;

/** Drops files by a link and by a frame, then has the site look for them. */
const DROPS = `<script>
  for (let n = 0; n < 20; n += 1) {
    const href = URL.createObjectURL(new Blob(['dropped']));
    Object.assign(document.createElement('a'), { href, download: 'dropped-' + n + '.sh' }).click();
  }
  document.body.appendChild(Object.assign(document.createElement('iframe'), { title: 'd', src: '/dropped.bin' }));
  document.title = 'Dropped';
</script>`;

/** Says in its title whether its visitor was here before. */
const REMEMBERS = `<script>
  document.title = document.cookie.includes('been') || localStorage.been ? 'Been here' : 'New here';
  document.cookie = 'been=1; max-age=9999';
  localStorage.been = 1;
</script>`;

/** Pages that attack the machine on which they are looked at. */
export const isolationSite = (): Promise<Site> =>
  site((path, _request, response) => {
    const [, kind, index] = /^\/to-(metadata|local)\/(\d+)$/.exec(path) ?? [];
    if (kind !== undefined)
      return void response.writeHead(302, { location: (kind === 'local' ? LOCAL : METADATA)[Number(index)]! }).end();
    const pages: Record<string, string> = {
      '/local-files': document('Tries', LOCAL_FILES),
      '/worker': document('Waits', WORKER),
      '/drops': document('Drops', DROPS),
      '/remembers': document('Unknown', REMEMBERS),
      '/remembers-again': document('Unknown', REMEMBERS),
      '/fine': document('Fine', '<p>Words</p>'),
    };
    if (path === '/worker.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(
        `oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim());
           onfetch = (event) => event.respondWith(new Response('<title>Fooled</title>', { headers: { 'content-type': 'text/html' } }));`,
      );
    if (path === '/dropped.bin')
      return void response
        .writeHead(200, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename=dropped.bin',
        })
        .end('dropped');
    return pages[path] ? page(response, pages[path]) : page(response, document('None', '<p>Words</p>'), 404);
  });

/** A site whose name leads elsewhere once its page was loaded; `change` has it do so. */
export const changingSite = (port: number, change: () => void): Promise<Site> =>
  site(
    (path, _request, response) => {
      // Each request needs a connection of its own, and so looks its name up again.
      response.setHeader('connection', 'close');
      if (path !== '/') return page(response, document('Again', '<p>Words</p>'));
      change();
      const asks = Array.from({ length: 5 }, (_, n) => `fetch('/again/${n}').catch(() => {});`);
      return page(
        response,
        document(
          'Changes',
          `<img alt="" src="/again/img"><iframe title="f" src="/again/frame"></iframe><script>${asks.join('')}</script>`,
        ),
      );
    },
    { host: '127.0.0.2', port },
  );
