import { browserOf, parsePage } from '../support/pages.js';
import { useService } from '../support/service.js';

const service = useService({ PUBLIC_URL: 'http://curbcut.test' });
const frontend = useService({ PUBLIC_URL: 'http://curbcut.test', APP_URL: 'https://app.example.org' });

describe('every page', () => {
  test('is styled by one file of ours, and by nothing else', async () => {
    const { text } = (await browserOf(service).open('/reset-password?token=t')).response;
    const [link, ...others] = [...text.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, href]) => href!);
    expect(others).toEqual([]);
    const style = await service.as().get(new URL(link!, 'http://curbcut.test/reset-password').pathname);
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(style.text).toMatch(/prefers-color-scheme: dark/);
    expect(style.text).toMatch(/:focus-visible/);
    expect(style.text).not.toMatch(/url\(|@import/);
  });

  test('has refusals that are pages too, with their status', async () => {
    const { open } = browserOf(service);
    const without = await open('/reset-password');
    expect([without.status, without.title]).toEqual([400, 'Error: The request failed – Curbcut']);
    expect(without.text).toContain('The link is invalid, used or expired.');
    const twice = await open('/reset-password?token=a&token=b');
    expect(twice.status).toBe(400);
    const wrongVerb = await service.as().put('/reset-password').send({});
    expect([parsePage(wrongVerb).status, wrongVerb.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  });

  test('says nothing that a stranger wrote as markup', async () => {
    const page = await browserOf(service).open(`/reset-password?token=${encodeURIComponent('"><script>x</script>')}`);
    expect(page.forms[0]!.hidden['token']).toBe('"><script>x</script>');
  });

  test('is left to the frontend where there is one', async () => {
    for (const path of ['/reset-password', '/accept-invitation', '/restore-address'])
      expect([path, (await frontend.as().get(path)).status]).toEqual([path, 404]);
  });
});

describe('posted forms', () => {
  const { post } = browserOf(service);

  test('come from our own pages, or from no browser', async () => {
    for (const Origin of ['https://evil.example', 'null', 'http://curbcut.test.evil.example', '']) {
      const refused = await post('/reset-password', { token: 't', password: 'x' }, { Origin });
      expect([Origin, parsePage(refused).status, refused.text.includes('from this origin are not accepted')]).toEqual([
        Origin,
        403,
        true,
      ]);
    }
    const programs = await service.as().post('/reset-password').type('form').send('token=t&password=a+long+password');
    expect([programs.status, parsePage(programs).text.includes('The link is invalid, used or expired.')]).toEqual([
      400,
      true,
    ]);
  });

  test('have 4 kB at most, are forms, and name nothing twice', async () => {
    const long = await post('/reset-password', { token: 't', password: 'x'.repeat(4096) });
    expect(parsePage(long).status).toBe(413);
    const json = await service.as().post('/reset-password').send({ token: 't', password: 'x' });
    expect(parsePage(json).status).toBe(415);
    const twice = await post('/reset-password', 'token=a&token=b&password=x');
    expect(parsePage(twice).status).toBe(400);
    const odd = await post('/reset-password', 'token=%00&password=%FF&__proto__=x&constructor=y');
    expect(parsePage(odd).status).toBe(400);
  });
});
