import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { proxyFor } from './proxy.js';

interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Milliseconds until the whole answer has come. */
  timeout: number;
}

export interface HttpAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** There was no answer; `message` is a clause that tells why, and `isLasting` that another try would end alike. */
export class NoAnswer extends Error {
  constructor(
    message: string,
    readonly isLasting = false,
  ) {
    super(message);
  }
}

// Larger answers are none of ours.
const MOST_BYTES = 50_000_000;

/**
 * Sends one request, through a proxy where the variables name one. Certificates are checked with NODE_EXTRA_CA_CERTS.
 * @throws NoAnswer
 */
export async function send(request: HttpRequest): Promise<HttpAnswer> {
  const address = new URL(request.url);
  const timer = new AbortController();
  const late = setTimeout(() => timer.abort(), request.timeout);
  try {
    return await answerOf(await open(address, request, timer.signal), request.body, timer.signal);
  } catch (error) {
    if (timer.signal.aborted) throw new NoAnswer(`${address.host} did not respond within ${request.timeout / 1000} s`);
    throw error instanceof NoAnswer ? error : noAnswer(address, error as NodeJS.ErrnoException);
  } finally {
    clearTimeout(late);
  }
}

async function open(address: URL, { method, headers }: HttpRequest, signal: AbortSignal): Promise<http.ClientRequest> {
  const options = { method, headers: { 'user-agent': 'curbcut-cli', ...headers }, signal };
  const proxy = proxyOf(address);
  if (!proxy) return (address.protocol === 'https:' ? https : http).request(address, options);
  if (address.protocol === 'http:') {
    const viaProxy = { ...options.headers, host: address.host, ...authorizationAt(proxy) };
    return http.request(proxy, { ...options, path: address.href, headers: viaProxy });
  }
  const socket = await tunnel(address, proxy, signal);
  const createConnection = (): Socket => tls.connect({ socket, servername: address.hostname });
  return https.request(address, { ...options, createConnection });
}

function proxyOf(address: URL): URL | undefined {
  try {
    return proxyFor(address, process.env);
  } catch {
    throw new NoAnswer('HTTPS_PROXY is not a valid address', true);
  }
}

const authorizationAt = ({ username, password }: URL): Record<string, string> => {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return username ? { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` } : {};
};

/** A connection to the host of an address, through a proxy. */
function tunnel(address: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const path = `${address.hostname}:${address.port || 443}`;
  const { request } = proxy.protocol === 'https:' ? https : http;
  const connectRequest = request({
    ...{
      host: proxy.hostname,
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path,
      signal,
    },
    headers: { host: path, ...authorizationAt(proxy) },
    agent: false,
  });
  return new Promise((resolve, reject) => {
    connectRequest.on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(
        new NoAnswer(
          `the proxy ${proxy.host} rejected the connection with ${statusCode}`,
          statusCode !== 502 && statusCode !== 503,
        ),
      );
    });
    connectRequest.on('error', (error) =>
      reject(new NoAnswer(`the proxy ${proxy.host} (HTTPS_PROXY) cannot be reached: ${error.message}`)),
    );
    connectRequest.end();
  });
}

function answerOf(request: http.ClientRequest, body: Buffer | undefined, signal: AbortSignal): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_BYTES) request.destroy(new NoAnswer('the answer is too large for Curbcut', true));
        else chunks.push(chunk);
      });
      response.on('error', reject);
      response.on('close', () => {
        if (response.complete)
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
        else
          reject(
            signal.aborted
              ? new Error('late')
              : new NoAnswer('the connection was closed before the answer was complete'),
          );
      });
    });
    request.end(body);
  });
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|ERR_TLS_CERT/;

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ETIMEDOUT: 'it does not respond',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no network',
};

function noAnswer({ host }: URL, { code = '', message }: NodeJS.ErrnoException): NoAnswer {
  if (CERTIFICATE.test(code)) {
    const clock = /EXPIRED|NOT_YET/.test(code)
      ? `, or the clock of this machine (${new Date().toISOString()}) is wrong`
      : '';
    return new NoAnswer(
      `the certificate of ${host} is not trusted (${code}); set NODE_EXTRA_CA_CERTS to the file of its authority${clock}`,
      true,
    );
  }
  if (code === 'EPROTO' || /wrong version number/.test(message))
    return new NoAnswer(`${host} does not support https; check if its address is http://`, true);
  return new NoAnswer(`${host}: ${WORDS[code] ?? message}`);
}
