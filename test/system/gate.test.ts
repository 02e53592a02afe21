import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltService, startBuilt, stopAllBuilt } from '../support/built-service.js';
import { embeddedFolder, stopEmbedded } from '../support/embedded.js';
import { filesOf, type Pages, scanWithAxe, scanWithPa11y } from '../support/gate/site.js';
import { type Outcome, Story, type StoryProduct } from '../support/gate/story.js';

jest.setTimeout(240_000);

const dataDir = embeddedFolder('gate-stories');
let service: BuiltService;
let org: string;
let token: string;
let key: string;
let count = 0;

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${service.base}${path}`, {
    method,
    // Between two calls there are whole pipelines, longer than the service keeps a connection.
    headers: {
      connection: 'close',
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function newProduct(): Promise<StoryProduct> {
  const name = `Shop ${(count += 1)}`;
  const made = await call<{ product: { slug: string } }>('POST', `${org}/products`, { name, type: 'website' });
  const { slug } = made.product;
  return {
    ...{ url: service.base, slug, key },
    call: (method, path, body) => call(method, `${org}/products/${slug}${path}`, body),
  };
}

beforeAll(async () => {
  service = await startBuilt({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0' });
  const account = { name: 'Ada', email: 'ada@example.org', password: 'kerbs that serve everyone' };
  token = (await call<{ token: string }>('POST', '/api/auth/sign-up/email', account)).token;
  const { id } = await call<{ id: string }>('POST', '/api/auth/organization/create', { name: 'Acme' });
  org = `/v1/organizations/${id}`;
  const made = await call<{ apiKey: { key: string } }>('POST', `${org}/api-keys`, { name: 'CI', scopes: ['ingest'] });
  key = made.apiKey.key;
});
afterAll(async () => {
  await stopAllBuilt();
  await stopEmbedded(dataDir);
});

const IMG = '<img src="logo.png" id="logo">';
const BUTTON = '<button id="buy"></button>';
const INPUT = '<input id="mail">';
const HEADER = '<img src="header.png" id="header">';
const ALT = '<img src="logo.png" id="logo" alt="Acme">';
const SHOP: Pages = { 'index.html': [IMG], 'cart.html': ['<p>Cart</p>'], 'about.html': ['<p>About</p>'] };

const green = (over: Partial<Outcome> = {}) => expect.objectContaining({ gate: 'green', brought: [], ...over });
const red = (brought: string[], over: Partial<Outcome> = {}) =>
  expect.objectContaining({ gate: 'red', brought, ...over });

/** What somebody at Curbcut does about the finding of a rule. */
async function answer({ product }: Story, ruleId: string, path: string, body: object): Promise<void> {
  const { findings } = await product.call<{ findings: { id: string; ruleId: string }[] }>('GET', '/findings');
  const { id } = findings.find((finding) => finding.ruleId === ruleId)!;
  await product.call('POST', `/findings/${id}/${path}`, body);
}

/** Each as it stands in docs/gate.md, with what happens in it. */
const STORIES: Readonly<Record<string, (story: Story) => Promise<void>>> = {
  'A change that brings nothing': async (story) => {
    await story.main(SHOP);
    story.branch('feature');
    expect(await story.push('feature', { 'about.html': ['<p>About us</p>'] })).toEqual(green());
  },

  'A barrier, pushed twice, then fixed': async (story) => {
    await story.main(SHOP);
    story.branch('feature');
    expect(await story.push('feature', { 'cart.html': [BUTTON] })).toEqual(red(['new button-name #buy']));
    expect(await story.push('feature', { 'about.html': ['<p>Us</p>'] })).toEqual(red(['new button-name #buy']));
    expect(await story.push('feature', { 'cart.html': ['<button id="buy">Buy</button>'] })).toEqual(green());
  },

  'A branch that is force-pushed after a red result': async (story) => {
    await story.main(SHOP);
    story.branch('feature', { 'cart.html': [BUTTON] });
    expect(await story.pull('feature')).toEqual(red(['new button-name #buy']));
    story.repository.git('reset', '--quiet', '--hard', 'main');
    expect(await story.push('feature', { 'cart.html': ['<p>Your cart</p>'] })).toEqual(green());
  },

  'A new page with the barriers of other pages': async (story) => {
    await story.main({ ...SHOP, 'index.html': [HEADER, INPUT] });
    story.branch('feature');
    const page = await story.push('feature', { 'new.html': [HEADER, INPUT] });
    expect(page).toEqual(red(['spread image-alt #header', 'spread label #mail'], { spreadTo: ['/new.html'] }));
    const mended = await story.push('feature', { 'new.html': ['<img id="header" alt="Acme">'] });
    expect(mended).toEqual(green());
  },

  'A new page without barriers': async (story) => {
    await story.main(SHOP);
    story.branch('feature');
    expect(await story.push('feature', { 'new.html': [ALT] })).toEqual(green());
  },

  'A barrier of all pages that is accepted on a new page': async (story) => {
    await story.main({ ...SHOP, 'index.html': [HEADER], 'cart.html': [HEADER] });
    await answer(story, 'image-alt', 'confirm', {});
    story.branch('feature');
    const pages = { 'new.html': [HEADER] };
    expect(await story.push('feature', pages)).toEqual(red(['spread image-alt #header'], { spreadTo: ['/new.html'] }));
    await answer(story, 'image-alt', 'pages', { pages: ['/new.html'], action: 'accept' });
    expect(await story.push('feature', {})).toEqual(green());
    story.repository.merge('feature');
    await story.mainRuns();
    story.branch('next');
    expect(await story.push('next', { 'about.html': ['<p>Us</p>'] })).toEqual(green());
  },

  'A page with a barrier at another address': async (story) => {
    await story.main(SHOP);
    story.branch('feature');
    const renamed = { 'index.html': ['<p>Moved</p>'], 'home.html': [IMG] };
    expect(await story.push('feature', renamed)).toEqual(red(['spread image-alt #logo'], { spreadTo: ['/home.html'] }));
    await answer(story, 'image-alt', 'pages', {
      ...{
        pages: ['/home.html'],
        action: 'dismiss',
        reason: 'not_applicable',
        comment: 'It was there under another address',
      },
    });
    expect(await story.push('feature', {})).toEqual(green());
  },

  'A page with a barrier at another address that page rules call one page': async (story) => {
    await story.product.call('PATCH', '', { pageRules: [{ path: '/products/:id' }] });
    await story.main({ ...SHOP, 'products/1.html': [BUTTON] });
    story.branch('feature');
    const pages = { 'products/1.html': null, 'products/2.html': [BUTTON] };
    expect(await story.push('feature', pages)).toEqual(green());
  },

  'A file that moves, and its page does not': async (story) => {
    await story.main(SHOP);
    story.branch('feature');
    const pages = { 'cart.html': null, 'cart/index.html': ['<p>Cart</p>'], 'index.html': null };
    const outcome = await story.push('feature', { ...pages, 'main.html': [ALT] });
    expect(outcome).toEqual(green({ fixes: 1 }));
  },

  'An element that moves within its page': async (story) => {
    await story.main({ ...SHOP, 'index.html': [IMG, '<p>Hello</p>', INPUT] });
    story.branch('feature');
    expect(await story.push('feature', { 'index.html': [INPUT, '<p>Hello</p>', IMG] })).toEqual(green());
  },

  'A good picture that changes the selector of the barrier beside it': async (story) => {
    await story.main({ ...SHOP, 'index.html': ['<img src="x.png">'] });
    story.branch('feature');
    const pages = { 'index.html': ['<img src="x.png">', '<img src="y.png" alt="Y">'] };
    expect(await story.push('feature', pages)).toEqual(green());
    story.repository.merge('feature');
    await story.mainRuns();
    story.branch('next');
    expect(await story.push('next', { 'about.html': ['<p>Us</p>'] })).toEqual(green());
  },

  'Removing a barrier shortens the selector of another': async (story) => {
    await story.main({ ...SHOP, 'index.html': ['<input name="a">', '<input name="b">'] });
    story.branch('feature');
    expect(await story.push('feature', { 'index.html': ['<input name="b">'] })).toEqual(green({ fixes: 1 }));
  },

  'A new barrier that gets the former selector of a moved barrier': async (story) => {
    await story.main({ ...SHOP, 'index.html': ['<p>Hello</p>', '<a href="/to">x</a>', '<a href="/to">y</a>'] });
    story.branch('feature');
    const links = ['<a href="/to">new</a>', '<a href="/to">x</a>', '<a href="/to">y</a>'];
    for (let push = 1; push <= 2; push += 1)
      expect(
        await story.push('feature', { 'index.html': ['<p>Hello</p>', ...links], 'about.html': [`${push}`] }),
      ).toEqual(red(['new link-in-text-block a:nth-child(2)']));
  },

  'A dismissed barrier that moves, then a new barrier in its place': async (story) => {
    await story.main({ ...SHOP, 'index.html': ['<img src="x.png">'] });
    await answer(story, 'image-alt', 'dismiss', { reason: 'accepted' });
    story.branch('feature');
    const moved = ['<img src="x.png">', '<img src="y.png" alt="Y">'];
    expect(await story.push('feature', { 'index.html': moved })).toEqual(green());
    expect(await story.push('feature', { 'index.html': ['<img src="z.png">', '<img src="x.png">'] })).toEqual(
      red(['new image-alt img[src="z.png"]']),
    );
  },

  'A page that is deleted': async (story) => {
    await story.main({ ...SHOP, 'old.html': [BUTTON] });
    story.branch('feature');
    expect(await story.push('feature', { 'old.html': null })).toEqual(green({ fixes: 1 }));
  },

  'A stale branch, while main has fixed a barrier': async (story) => {
    const begin = await story.main(SHOP);
    story.branch('feature', { 'about.html': ['<p>Us</p>'] });
    await story.main({ 'index.html': [ALT] });
    // As a branch that is not merged with main is tested: GitLab without merged results.
    const stale = await story.mergeRequest('feature');
    expect(stale).toEqual(green({ behind: 1, base: begin }));
    story.repository.git('rebase', '--quiet', 'main', 'feature');
    story.repository.push();
    expect(await story.mergeRequest('feature')).toEqual(green({ behind: 0 }));
  },

  'A stale branch that brings a barrier of its own': async (story) => {
    await story.main(SHOP);
    story.branch('feature', { 'about.html': [INPUT] });
    await story.main({ 'index.html': [ALT] });
    expect(await story.mergeRequest('feature')).toEqual(red(['new label #mail'], { behind: 1 }));
    expect(await story.pull('feature')).toEqual(red(['new label #mail'], { behind: 0 }));
  },

  'A stale branch in a clone of depth 1 that can fetch nothing': async (story) => {
    const begin = await story.main(SHOP);
    story.branch('feature', { 'about.html': ['<p>Us</p>'] });
    await story.main({ 'index.html': [ALT] });
    const unknown = await story.mergeRequest('feature', { isOffline: true });
    expect(unknown).toEqual(
      red(['regressed image-alt #logo'], { because: expect.stringContaining('set it with --base') as string }),
    );
    const said = await story.mergeRequest('feature', { isOffline: true, words: ['--base', begin] });
    expect(said).toEqual(green({ behind: 1 }));
  },

  'A stale branch after a merge of main': async (story) => {
    await story.main(SHOP);
    story.branch('feature', { 'about.html': ['<p>Us</p>'] });
    const mended = await story.main({ 'index.html': [ALT] });
    story.repository.branch('feature');
    story.repository.git('merge', '--quiet', '--no-ff', '--no-edit', 'main');
    story.repository.push();
    expect(await story.mergeRequest('feature')).toEqual(green({ behind: 0, base: mended }));
    // Brought back by hand after that, it is back.
    expect((await story.push('feature', { 'index.html': [IMG] })).brought).toEqual(['regressed image-alt #logo']);
    expect(await story.mergeRequest('feature')).toEqual(red(['regressed image-alt #logo']));
  },

  'A branch that reverts a fix': async (story) => {
    await story.main(SHOP);
    await story.main({ 'index.html': [ALT] });
    story.repository.branch('feature', 'main');
    story.repository.git('revert', '--no-edit', 'HEAD');
    story.repository.push();
    expect(await story.pull('feature')).toEqual(red(['regressed image-alt #logo']));
  },

  'A fix that main has reverted': async (story) => {
    await story.main(SHOP);
    await story.main({ 'index.html': [ALT] });
    story.repository.git('revert', '--no-edit', 'HEAD');
    story.repository.push();
    await story.mainRuns();
    story.branch('feature');
    expect(await story.push('feature', { 'about.html': ['<p>Us</p>'] })).toEqual(green());
  },

  'A fix that is cherry-picked from main': async (story) => {
    await story.main(SHOP);
    story.branch('feature', { 'about.html': ['<p>Us</p>'] });
    const mended = await story.main({ 'index.html': [ALT] });
    story.repository.branch('feature');
    story.repository.git('cherry-pick', mended);
    story.repository.push();
    expect(await story.mergeRequest('feature')).toEqual(green({ behind: 0 }));
  },

  'A rebase onto a main that has new barriers': async (story) => {
    await story.main(SHOP);
    story.branch('feature', { 'about.html': ['<p>Us</p>'] });
    await story.main({ 'cart.html': [BUTTON] });
    story.repository.git('rebase', '--quiet', 'main', 'feature');
    story.repository.push();
    expect(await story.pull('feature')).toEqual(green());
  },

  'A barrier that is squash-merged despite the red gate': async (story) => {
    await story.main(SHOP);
    story.branch('feature');
    expect((await story.push('feature', { 'cart.html': [BUTTON] })).gate).toBe('red');
    story.repository.merge('feature', 'squash');
    await story.mainRuns();
    story.branch('next');
    expect(await story.push('next', { 'about.html': ['<p>Us</p>'] })).toEqual(green());
  },

  'A branch on a branch that was squashed': async (story) => {
    await story.main({ ...SHOP, 'cart.html': [BUTTON] });
    story.branch('first', { 'index.html': [ALT] });
    story.branch('second', { 'about.html': ['<p>Us</p>'] }, 'first');
    expect(await story.mergeRequest('second')).toEqual(green({ fixes: 1 }));
    story.repository.merge('first', 'squash');
    await story.mainRuns();
    await story.main({ 'cart.html': ['<button id="buy">Buy</button>'] });
    expect(await story.mergeRequest('second')).toEqual(green({ behind: 1 }));
  },

  'A branch that is merged by rebasing': async (story) => {
    await story.main(SHOP);
    story.branch('feature', { 'index.html': [ALT] });
    await story.main({ 'about.html': ['<p>Us</p>'] });
    expect(await story.pull('feature')).toEqual(green({ fixes: 1 }));
    story.repository.merge('feature', 'rebase');
    await story.mainRuns();
    story.branch('next', { 'cart.html': ['<p>Your cart</p>'] });
    expect(await story.pull('next')).toEqual(green({ fixes: 0 }));
  },

  'A merge queue': async (story) => {
    await story.main(SHOP);
    story.branch('good', { 'about.html': ['<p>Us</p>'] });
    story.branch('bad', { 'cart.html': [BUTTON] });
    const main = story.repository.head('main');
    expect(await story.queue('good')).toEqual(green({ base: main }));
    expect(await story.queue('bad', story.queueBranch('good'))).toEqual(red(['new button-name #buy'], { base: main }));
  },

  'A merge queue in which another group before it brings a barrier': async (story) => {
    await story.main(SHOP);
    story.branch('bad', { 'cart.html': [BUTTON] });
    story.branch('good', { 'about.html': ['<p>Us</p>'] });
    expect((await story.queue('bad')).gate).toBe('red');
    // What stands before it counts as brought: the queue takes it out, and builds the group anew.
    expect((await story.queue('good', story.queueBranch('bad'))).gate).toBe('red');
    expect(await story.queue('good')).toEqual(green());
  },

  'Main that is not scanned for each commit': async (story) => {
    const scanned = await story.main(SHOP);
    for (let index = 0; index < 5; index += 1) story.mainWithoutRun({ 'about.html': [`<p>${index}</p>`] });
    story.branch('feature', { 'cart.html': ['<p>Your cart</p>'] });
    await story.main({ 'index.html': [ALT] });
    expect(await story.mergeRequest('feature')).toEqual(green({ behind: 1, base: scanned }));
  },

  'A scan of main that missed a page': async (story) => {
    await story.main({ ...SHOP, 'cart.html': [BUTTON] });
    await story.mainRuns({ scan: { without: ['cart.html'] }, words: ['--coverage', 'partial'] });
    story.branch('feature');
    expect(await story.push('feature', { 'about.html': ['<p>Us</p>'] })).toEqual(green());
  },

  'A scan of a pull request that missed a barrier once': async (story) => {
    await story.main(SHOP);
    story.branch('feature', { 'about.html': ['<p>Us</p>'] });
    expect(await story.pull('feature', { scan: { missing: ['image-alt'] } })).toEqual(green({ fixes: 1 }));
    expect(await story.pull('feature')).toEqual(green({ fixes: 0 }));
    story.branch('bad', { 'cart.html': [BUTTON] });
    expect((await story.pull('bad')).gate).toBe('red');
    expect((await story.pull('bad', { scan: { missing: ['button-name'] } })).gate).toBe('green');
    expect((await story.pull('bad')).gate).toBe('red');
  },

  'A preview at another address': async (story) => {
    await story.main(SHOP);
    story.branch('feature');
    const scan = { origin: 'https://preview-7.shop.example', query: '?utm_source=preview' };
    expect(await story.push('feature', { 'about.html': ['<p>Us</p>'] }, { scan })).toEqual(green());
    expect(await story.push('feature', { 'about.html': [IMG] }, { scan })).toEqual(
      red(['spread image-alt #logo'], { spreadTo: ['/about.html'] }),
    );
  },

  'Two pull requests with the same barrier': async (story) => {
    await story.main(SHOP);
    for (const name of ['one', 'two']) {
      story.branch(name, { 'cart.html': [BUTTON] });
      expect((await story.pull(name)).brought).toEqual(['new button-name #buy']);
    }
    story.repository.merge('one');
    await story.mainRuns();
    expect(await story.mergeRequest('two')).toEqual(green());
  },

  'A barrier that somebody dismisses, and one that becomes an issue': async (story) => {
    await story.main(SHOP);
    story.branch('feature', { 'cart.html': [BUTTON], 'about.html': [INPUT] });
    expect(await story.pull('feature')).toEqual(red(['new button-name #buy', 'new label #mail']));
    await answer(story, 'button-name', 'dismiss', { reason: 'false_positive', comment: 'It has a name by script' });
    expect(await story.pull('feature')).toEqual(red(['new label #mail']));
    await answer(story, 'label', 'confirm', {});
    expect(await story.push('feature', {})).toEqual(green());
  },

  'Two tools': async (story) => {
    const reports = (checkout: string) => ({
      'axe.json': scanWithAxe(checkout),
      'pa11y.json': scanWithPa11y(checkout, '/cart.html'),
    });
    await story.main({ ...SHOP, 'cart.html': [IMG] }, { reports });
    story.branch('feature', { 'about.html': ['<p>Us</p>'] });
    expect(await story.pull('feature', { reports })).toEqual(green());
    const both = await story.push('feature', { 'cart.html': [IMG, HEADER] }, { reports });
    expect([both.gate, both.brought.length]).toEqual(['red', 2]);
    expect((await story.push('feature', { 'cart.html': [IMG] }, { reports })).gate).toBe('green');
  },

  'A second tool, that main has first': async (story) => {
    await story.main({ ...SHOP, 'cart.html': [IMG] });
    const reports = (checkout: string) => ({
      'axe.json': scanWithAxe(checkout),
      'pa11y.json': scanWithPa11y(checkout, '/cart.html'),
    });
    story.branch('feature', { 'about.html': ['<p>Us</p>'] });
    // Nobody knows yet what of it was there.
    expect((await story.pull('feature', { reports })).gate).toBe('red');
    await story.mainRuns({ reports });
    expect(await story.pull('feature', { reports })).toEqual(green());
  },

  'Jobs that share one report': async (story) => {
    await story.main({ ...SHOP, 'cart.html': [BUTTON] });
    story.branch('feature', { 'about.html': [INPUT] });
    const env = { GITHUB_RUN_ID: '9000001' };
    const part = (number: number, without: string[]) =>
      story.pull('feature', { env, scan: { without }, words: ['--part', `${number}/2`] });
    expect(await part(1, ['about.html'])).toEqual(green());
    expect(await part(2, ['index.html', 'cart.html'])).toEqual(red(['new label #mail'], { fixes: 0 }));
  },

  'A monorepo with two products': async (story) => {
    const admin = await newProduct();
    const config = {
      url: service.base,
      products: [
        { path: 'site', product: story.product.slug, reports: ['reports/*.json'] },
        { path: 'admin', product: admin.slug, reports: ['reports/*.json'] },
      ],
    };
    const job = {
      reports: (checkout: string) => {
        writeFileSync(join(checkout, 'curbcut.config.json'), JSON.stringify(config));
        for (const folder of ['site', 'admin']) {
          mkdirSync(join(checkout, folder, 'reports'), { recursive: true });
          const report = scanWithAxe(checkout, { folder });
          writeFileSync(join(checkout, folder, 'reports', 'axe.json'), JSON.stringify(report));
        }
        return {};
      },
      env: { CURBCUT_PRODUCT: '' },
    };
    const inAdmin = (pages: Pages): Record<string, string | null> =>
      Object.fromEntries(Object.entries(filesOf(pages)).map(([name, text]) => [name.replace('site/', 'admin/'), text]));
    const of = (slug: string) => ({ ...job, words: ['--product', slug] });
    story.repository.commit({ ...filesOf(SHOP), ...inAdmin({ 'index.html': [IMG, INPUT] }) });
    for (const { slug } of [story.product, admin]) await story.mainRuns(of(slug));
    story.repository.branch('feature', 'main');
    story.repository.commit(inAdmin({ 'users.html': [BUTTON] }));
    expect(await story.pull('feature', of(story.product.slug))).toEqual(green());
    expect(await story.pull('feature', of(admin.slug))).toEqual(red(['new button-name #buy']));
  },

  'A release branch': async (story) => {
    const words = ['--main-branch', 'release/*'];
    await story.main(SHOP);
    story.repository.branch('release/1', 'main');
    story.repository.push();
    await story.mainRuns({ words }, 'release/1');
    await story.main({ 'index.html': [ALT] });
    story.branch('hotfix', { 'about.html': ['<p>Us</p>'] }, 'release/1');
    expect(await story.pull('hotfix', { into: 'release/1', words })).toEqual(green());
    expect(await story.push('hotfix', { 'cart.html': [BUTTON] })).toEqual(red(['new button-name #buy']));
  },

  'A pull request of a fork, which has no secret': async (story) => {
    await story.main(SHOP);
    story.branch('feature', { 'cart.html': [BUTTON] });
    const outcome = await story.pull('feature', { isOfFork: true, env: { CURBCUT_API_KEY: '' } });
    expect(outcome.gate).toBe('not checked');
  },
};

describe('the gate is right in the story', () => {
  test.each(Object.entries(STORIES))('%s', async (_name, tell) => {
    const story = new Story(await newProduct());
    try {
      await tell(story);
    } finally {
      story.repository.remove();
    }
  });

  test('and docs/gate.md tells each', () => {
    const text = readFileSync('docs/gate.md', 'utf8');
    const told = [...text.matchAll(/^\| ([A-Z][^|]*?) +\| (?:green|red|not checked)/gm)].map(([, name]) => name!);
    expect(told).toEqual(Object.keys(STORIES));
  });
});
