import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changesBetween, faultsOf } from '../../scripts/interface-changes.mjs';

/* eslint-disable @typescript-eslint/no-explicit-any -- a document has any shape */
type Edit = (document: any) => void;
type Announced = { change: string; why: string }[];
const ISSUES = '/v1/organizations/{orgId}/products/{productSlug}/issues';

const current = readFileSync('openapi.json', 'utf8');

/** The present document, before and after an edit. */
function edited(edit: Edit): [before: unknown, after: unknown] {
  const [before, after] = [JSON.parse(current), JSON.parse(current)];
  edit(after);
  return [before, after];
}

/** The faults of an edit of the present document. */
const checked = (edit: Edit, announced: Announced = []): string[] =>
  faultsOf(changesBetween(...edited(edit)), announced);

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
  expect(refused.join('\n')).toMatch(new RegExp(`^Breaks clients and is not announced: .*${change}`, 'm'));
  const changes = refused.map((fault) => fault.replace('Breaks clients and is not announced: ', ''));
  const announced = changes.map((breaking) => ({ change: breaking, why: 'It was never true.' }));
  expect(checked(edit, announced)).toEqual([]);
  const unexplained = announced.map((one) => ({ ...one, why: ' ' }));
  expect(checked(edit, unexplained).join('\n')).toMatch(/without a reason/);
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
  expect(checked(edit)).toEqual([]);
});

test('what is announced and did not happen is refused too', () => {
  const announced = [{ change: 'Issue.title: is gone', why: 'Nobody reads it.' }];
  expect(checked(() => undefined, announced)).toEqual(['Is announced and did not happen: Issue.title: is gone']);
});

test('the check ends with an error if a change is not announced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-interface-'));
  try {
    const [before, after] = edited((document) => delete schema(document, 'Issue').properties.title);
    const check = (later: unknown) => {
      const files = Object.entries({ before, later, announced: { changes: [] } }).map(([name, content]) => {
        const file = join(folder, `${name}.json`);
        writeFileSync(file, JSON.stringify(content));
        return file;
      });
      return spawnSync(process.execPath, ['scripts/check-interface.mjs', ...files], { encoding: 'utf8' });
    };
    expect(check(before).status).toBe(0);
    const refused = check(after);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('Issue.title: is gone')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
