// Serves the frontend, and Curbcut behind it on the same origin: node proxy.mjs http://127.0.0.1:3000
import { createReadStream } from 'node:fs';
import { createServer, request } from 'node:http';

const service = new URL(process.argv[2] ?? 'http://127.0.0.1:3000');
const port = Number(process.env.PORT ?? 8080);

const FILES = {
  '/': [new URL('index.html', import.meta.url), 'text/html; charset=utf-8'],
  '/app.js': [new URL('../app.js', import.meta.url), 'text/javascript; charset=utf-8'],
};
const OF_SERVICE = /^\/(api|v1|public|pictures)\//;

createServer((asked, answer) => {
  if (OF_SERVICE.test(asked.url)) return pass(asked, answer);
  const [file, type] = FILES[asked.url] ?? [];
  if (!file) return answer.writeHead(404).end();
  answer.writeHead(200, { 'content-type': type });
  return createReadStream(file).pipe(answer);
}).listen(port, '127.0.0.1', () => console.log(`http://localhost:${port}`));

/** Sends a request on as it came, with the address of its caller for `TRUST_PROXY=1`. */
function pass(asked, answer) {
  const headers = { ...asked.headers, 'x-forwarded-for': asked.socket.remoteAddress };
  const { method, url: path } = asked;
  const sent = request({ hostname: service.hostname, port: service.port, method, path, headers }, (told) => {
    answer.writeHead(told.statusCode, told.headers);
    told.pipe(answer);
  });
  sent.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
  asked.pipe(sent);
}
