import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'curbcut-interface-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/* eslint-disable @typescript-eslint/no-explicit-any -- a document has any shape */
type Edit = (document: any) => void;
const ISSUES = '/v1/organizations/{orgId}/products/{productSlug}/issues';

/** What the check says of a change of the document as it is. */
function checked(edit: Edit, announced: { change: string; why: string }[] = []) {
  const before = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const after = structuredClone(before);
  edit(after);
  const files = Object.entries({ before, after, announced: { changes: announced } }).map(([name, content]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check-interface.mjs', ...files], {
    encoding: 'utf8',
  });
  return { status, said: stderr };
}

const schema = (document: any, name: string) => document.components.schemas[name];

test.each<[string, Edit]>([
  ['GET .*issues is gone', ({ paths }) => delete paths[ISSUES].get],
  ['issues_list: is called issues_all', ({ paths }) => (paths[ISSUES].get.operationId = 'issues_all')],
  ['the parameter state \\(query\\) is gone', ({ paths }) => remove(paths[ISSUES].get.parameters, 'state')],
  ['owner \\(query\\) is new and required', ({ paths }) => paths[ISSUES].get.parameters.push(REQUIRED_PARAMETER)],
  ['Issue.title: is gone', (document) => delete schema(document, 'Issue').properties.title],
  ['Issue.title: may be absent', (document) => remove(schema(document, 'Issue').required, 'title')],
  [
    'Issue.title: is number, and was string',
    (document) => (schema(document, 'Issue').properties.title = { type: 'number' }),
  ],
  [
    'Issue.title: is string or null',
    (document) => (schema(document, 'Issue').properties.title.type = ['string', 'null']),
  ],
  [
    'CreateIssue.title: maxLength is 10, and was 200',
    (document) => (schema(document, 'CreateIssue').properties.title.maxLength = 10),
  ],
  ['CreateIssue.description: is required', (document) => schema(document, 'CreateIssue').required.push('description')],
  [
    'CreateIssue.description: is not taken',
    (document) => delete schema(document, 'CreateIssue').properties.description,
  ],
  ['CreateIssue.owner: is new and required', (document) => addRequired(schema(document, 'CreateIssue'))],
  ['issues_create: it does not answer 201', ({ paths }) => delete paths[ISSUES].post.responses['201']],
  ['Rating: the values high are gone', (document) => remove(schema(document, 'Rating').enum, 'high')],
])('what breaks clients is refused unless it is announced with its reason: %s', (change, edit) => {
  const refused = checked(edit);
  expect(refused.said).toMatch(new RegExp(`^Breaks clients and is not announced: .*${change}`, 'm'));
  expect(refused.status).toBe(1);
  const changes = [...refused.said.matchAll(/^Breaks clients and is not announced: (.*)$/gm)].map(([, said]) => said!);
  const announced = changes.map((said) => ({ change: said, why: 'It was never true.' }));
  expect(checked(edit, announced)).toEqual({ status: 0, said: '' });
  expect(
    checked(
      edit,
      announced.map((one) => ({ ...one, why: ' ' })),
    ).said,
  ).toMatch(/without a reason/);
});

test.each<[string, Edit]>([
  [
    'an operation',
    ({ paths }) => (paths['/v1/new'] = { get: { operationId: 'new_list', responses: { 200: { description: '' } } } }),
  ],
  [
    'an optional parameter',
    ({ paths }) => paths[ISSUES].get.parameters.push({ ...REQUIRED_PARAMETER, required: false }),
  ],
  ['a property of an answer', (document) => (schema(document, 'Issue').properties.owner = { type: 'string' })],
  [
    'an optional property of a body',
    (document) => (schema(document, 'CreateIssue').properties.owner = { type: 'string' }),
  ],
  ['a value', (document) => schema(document, 'EventType').enum.push('issue.stale')],
  ['a longer text', (document) => (schema(document, 'CreateIssue').properties.title.maxLength = 300)],
  ['a code of refusals', (document) => schema(document, 'ProblemCode').enum.push('too_late')],
  ['nothing', () => undefined],
])('what is new breaks nobody: %s', (_what, edit) => {
  expect(checked(edit)).toEqual({ status: 0, said: '' });
});

test('what is announced and did not happen is refused too', () => {
  const { status, said } = checked(() => undefined, [{ change: 'Issue.title: is gone', why: 'Nobody reads it.' }]);
  expect([status, said]).toEqual([1, expect.stringContaining('Is announced and did not happen: Issue.title: is gone')]);
});

const REQUIRED_PARAMETER = { name: 'owner', in: 'query', required: true, schema: { type: 'string' } };

function remove(list: any[], name: string): void {
  list.splice(
    list.findIndex((item) => item === name || item.name === name),
    1,
  );
}

function addRequired(body: any): void {
  body.properties.owner = { type: 'string' };
  body.required.push('owner');
}
