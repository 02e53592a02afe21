// A site on the loopback of the network that this process is in: one page, with an image without alternative.
import http from 'node:http';

const page = `<!doctype html><html lang="en"><head><title>Inside</title></head><body><main><h1>Inside</h1>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" width="40" height="40"></main></body></html>`;
http
  .createServer((_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page))
  .listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
