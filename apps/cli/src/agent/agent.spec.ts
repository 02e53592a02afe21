import { getEventListeners, once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pagesOfTree } from './memory.js';
import { withinLimit } from './outbox.js';
import { faultInStatus, sandboxFault } from './sandbox.js';
import { agentService } from './service.js';
import { agentSettings } from './settings.js';
import { followed, inPieces } from './sources.js';
import { untilAborted } from './until-aborted.js';
import type { PageResult } from './wire.js';

const ENV = { CURBCUT_URL: 'https://curbcut.example/', CURBCUT_AGENT_TOKEN: 'svc_0123456789' };

test('what a tree of processes uses is what each has alone and the most that they share', () => {
  const processOf = (pid: number, parent: number, resident: number, shared: number) => ({
    pid,
    parent,
    resident,
    shared,
  });
  const processes = [
    processOf(5, 1, 100, 40),
    processOf(6, 5, 90, 60),
    processOf(7, 6, 10, 0),
    processOf(8, 1, 1000, 0),
  ];
  expect(pagesOfTree(5, processes)).toBe(60 + 30 + 10 + 60);
  expect(pagesOfTree(99, processes)).toBe(0);
});

describe('a result that one call cannot have', () => {
  const result = (findings: number, snippet: number, title = 10): PageResult => ({
    ...{ id: '1', outcome: 'looked', reason: null, finalUrl: '', title: '', template: '', ms: 1, found: [] },
    findings: Array.from({ length: findings }, () => ({
      ...{ ruleId: 'x', title: 't'.repeat(title), snippet: 's'.repeat(snippet), description: 'd', tool: 'axe-core' },
    })),
  });

  test('is cut where nothing of a finding is lost, or is a failure: never some of its findings alone', () => {
    expect(withinLimit(result(10, 10))).toEqual(result(10, 10));
    const slim = withinLimit(result(2_000, 1_000)) as Extract<PageResult, { outcome: 'looked' }>;
    expect(slim.findings).toHaveLength(2_000);
    expect(slim.findings[0]).not.toHaveProperty('snippet');
    expect(withinLimit(result(20_000, 10, 100))).toEqual({ id: '1', outcome: 'failed', reason: 'too_large', ms: 1 });
  });
});

describe('the sandbox', () => {
  const NO_USABLE = '[1:1:FATAL:zygote_host_impl_linux.cc] No usable sandbox! If you are running on Ubuntu 23.10+';
  test.each([
    [{ maxUserNamespaces: 0 }, 'user.max_user_namespaces is 0'],
    [{ unprivilegedUserNamespaces: 0 }, 'kernel.unprivileged_userns_clone to 1'],
    [{ appArmorRestricts: 1 }, 'AppArmor'],
    [{ maxUserNamespaces: 100 }, 'deploy/agent/seccomp.json'],
  ])('that cannot be had is named by what lacks: %j', (settings, words) => {
    expect(sandboxFault(NO_USABLE, settings)).toContain(words);
  });

  test('is not blamed for a browser that did not start for another reason', () => {
    expect(sandboxFault('error while loading shared libraries: libnss3.so', {})).toBeUndefined();
    expect(sandboxFault('spawn /usr/bin/chromium EPERM', {})).toContain('SETUID');
  });

  test('is looked for in what the kernel says of the processes of pages', () => {
    expect(faultInStatus('Name:\tchromium\nNSpid:\t812\t3\nSeccomp:\t2\n')).toBeUndefined();
    expect(faultInStatus('Name:\tchromium\nNSpid:\t812\nSeccomp:\t2\n')).toContain('--no-sandbox');
    expect(faultInStatus('Name:\tchromium\nNSpid:\t812\t3\nSeccomp:\t0\n')).toContain('system call');
    expect(faultInStatus(undefined)).toBeUndefined();
  });
});

describe('settings', () => {
  test('send tokens and secrets over HTTPS, but to this machine', () => {
    expect(agentSettings(ENV)).toMatchObject({ url: 'https://curbcut.example', labels: [] });
    expect(() => agentSettings({ ...ENV, CURBCUT_URL: 'http://curbcut.example' })).toThrow('unencrypted');
    expect(agentSettings({ ...ENV, CURBCUT_URL: 'http://127.0.0.1:3000' }).url).toBe('http://127.0.0.1:3000');
    expect(agentSettings({ ...ENV, CURBCUT_URL: 'http://curbcut', AGENT_PLAIN_HTTP: '1' }).url).toBe('http://curbcut');
  });

  test.each([
    [{ CURBCUT_URL: '' }, 'CURBCUT_URL is not set'],
    [{ CURBCUT_URL: 'https://a:b@curbcut.example' }, 'without a user'],
    [{ CURBCUT_AGENT_TOKEN: '' }, 'CURBCUT_AGENT_TOKEN'],
    [{ CURBCUT_AGENT_TOKEN: '', CURBCUT_AGENT_TOKEN_FILE: '/nowhere/token' }, '/nowhere/token'],
    [{ AGENT_TABS: '9' }, 'AGENT_TABS'],
    [{ AGENT_ALLOW: '1.2.3.4/99' }, 'AGENT_ALLOW: "1.2.3.4/99"'],
  ])('that are wrong are named: %j', (env, words) => {
    expect(() => agentSettings({ ...ENV, ...env })).toThrow(words);
  });
});

describe('a crawl', () => {
  const crawl = (more: object = {}) => ({ crawl: { start: 'https://shop.example/', ...more } });
  const LINKS = [
    ...['https://shop.example/a#x', 'https://shop.example/a', 'https://other.example/b', 'mailto:a@b.example'],
    ...['https://shop.example/logo.svg', 'https://shop.example/terms.pdf', 'https://shop.example/blog/1?p=2'],
  ];

  test('follows pages and PDFs of its site, each once', () => {
    expect(followed(crawl(), LINKS)).toEqual(
      ['a', 'terms.pdf', 'blog/1?p=2'].map((path) => `https://shop.example/${path}`),
    );
  });

  test('keeps to its patterns, and nothing but a crawl follows links', () => {
    expect(followed(crawl({ include: ['/blog/*'] }), LINKS)).toEqual(['https://shop.example/blog/1?p=2']);
    expect(followed(crawl({ exclude: ['*.pdf', '/blog*'] }), LINKS)).toEqual(['https://shop.example/a']);
    expect(followed({ list: [] }, LINKS)).toEqual([]);
  });

  test('tells 500 addresses at most at once', () => {
    const many = Array.from({ length: 1_200 }, (_, n) => `https://shop.example/${n}`);
    expect(followed(crawl(), many)).toHaveLength(500);
    expect(inPieces(many).map(({ length }) => length)).toEqual([500, 500, 200]);
  });
});

describe('waiting until the agent is stopped', () => {
  test('leaves nothing behind, however often it asks for work', async () => {
    const server = http.createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const service = agentService(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'svc_0123456789');
    const { signal } = new AbortController();
    for (let calls = 0; calls < 20; calls += 1) expect(await service.claim({}, signal)).toEqual({ after: 0 });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    server.close();
  });

  test('ends with what comes first, and with its fault', async () => {
    const stopping = new AbortController();
    const never = new Promise<string>(() => undefined);
    expect(await untilAborted(stopping.signal, Promise.resolve('done'))).toBe('done');
    await expect(untilAborted(stopping.signal, Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
    const stopped = untilAborted(stopping.signal, never);
    stopping.abort();
    expect(await stopped).toBeUndefined();
    expect(await untilAborted(stopping.signal, never)).toBeUndefined();
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });
});
