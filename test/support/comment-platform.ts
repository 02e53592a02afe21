import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { json } from './fake-ingest.js';

interface Kept {
  id: number;
  body: string;
  user: { id: number; type: string };
}

/** A GitHub or GitLab that keeps the comments of one pull or merge request, unguarded as these are. */
export interface CommentPlatform {
  url: string;
  comments: Kept[];
  asked: string[];
  close(): void;
}

/**
 * Starts one that knows the callers that `isAllowed` admits as one bot; answers take up to `latency` milliseconds, and
 * what is written counts from somewhere within them.
 */
export async function commentPlatform(
  isAllowed: (headers: http.IncomingHttpHeaders) => boolean,
  { latency = 0, knowsSelf = true } = {},
): Promise<CommentPlatform> {
  const [comments, asked]: [Kept[], string[]] = [[], []];
  const user = { id: 41898282, type: 'Bot' };
  let last = 0;
  const answer = (request: http.IncomingMessage, sent: string): [number, unknown] => {
    if (!isAllowed(request.headers)) return [403, {}];
    if (request.url!.endsWith('/user')) return knowsSelf ? [200, { id: user.id }] : [403, {}];
    if (request.method === 'GET') return [200, structuredClone(comments)];
    const id = Number(/(?:comments|notes)\/(\d+)$/.exec(request.url!)?.[1] ?? 0);
    const index = comments.findIndex((comment) => comment.id === id);
    if (id !== 0 && index < 0) return [404, {}];
    if (request.method === 'DELETE') comments.splice(index, 1);
    else if (id === 0) comments.push({ id: (last += 1), user, ...(JSON.parse(sent) as { body: string }) });
    else comments[index]!.body = (JSON.parse(sent) as { body: string }).body;
    return [request.method === 'DELETE' ? 204 : id === 0 ? 201 : 200, {}];
  };
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void reply(request, response, Buffer.concat(chunks).toString()));
  });
  const reply = async (request: http.IncomingMessage, response: http.ServerResponse, sent: string): Promise<void> => {
    await delay(Math.random() * latency);
    const [status, body] = answer(request, sent);
    await delay(Math.random() * latency);
    if (status === 204) response.writeHead(204).end();
    else json(response, status, body);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return { url: `http://127.0.0.1:${port}`, comments, asked, close: () => server.close() };
}
