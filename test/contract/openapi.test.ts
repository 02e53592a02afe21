import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDocument } from '../../apps/api/src/openapi.js';
import { useService } from '../support/service.js';

const service = useService();

test('the committed openapi.json is the document of this service; if not, run `npm run openapi`', () => {
  const committed = JSON.parse(readFileSync(join(process.cwd(), 'openapi.json'), 'utf8'));
  expect(JSON.parse(JSON.stringify(buildDocument(service.app)))).toEqual(committed);
});

test('every operation has a summary, its path parameters, and the codes of its refusals', () => {
  const document = buildDocument(service.app);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const operation of Object.values(
      item as Record<string, { summary?: string; parameters?: { in: string; name: string }[]; responses: object }>,
    )) {
      expect(operation.summary).toBeTruthy();
      const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(named.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
      expect(Object.keys(operation.responses)).toContain('429');
    }
  }
});

test('the document is served, and the documentation page needs nothing from elsewhere', async () => {
  const json = await service.as().get('/openapi.json');
  expect([json.status, json.body.openapi]).toEqual([200, '3.1.0']);
  const page = await service.as().get('/docs');
  expect(page.status).toBe(200);
  expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
  for (const [, asset] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect([asset, (await service.as().get(new URL(asset!, 'http://x/docs').pathname)).status]).toEqual([asset, 200]);
  }
});
