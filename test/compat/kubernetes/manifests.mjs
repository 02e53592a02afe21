import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { containersOf, danglingNames, faultsByTypes, faultsBySchema, faultsOfSecurity, probesOf } from './faults.mjs';

const ROOT = '../../..';
const STOP = /STOP_WITHIN_MS = (\d+)_000/;

const FOLDER = `${ROOT}/deploy/kubernetes`;

/** What kubectl makes of a folder. */
function built(folder) {
  const text = execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  return parseAllDocuments(text).map((document) => document.toJS());
}

/** An operator's own folder on an overlay, with these components. */
function withComponents(overlay, components) {
  const own = `dist/${overlay}-whole`;
  mkdirSync(own, { recursive: true });
  const whole = {
    namespace: 'curbcut',
    resources: [`../../${FOLDER}/overlays/${overlay}`],
    images: [{ name: 'registry.example.org/curbcut', newTag: '0.1.0' }],
    components: components.map((name) => `../../${FOLDER}/components/${name}`),
  };
  writeFileSync(`${own}/kustomization.yaml`, JSON.stringify(whole));
  return built(own);
}

const PLAIN = { single: built(`${FOLDER}/overlays/single`), replicas: built(`${FOLDER}/overlays/replicas`) };
const WHOLE = withComponents('replicas', ['namespace', 'ingress', 'backup', 'monitoring']);
const OVERLAYS = { ...PLAIN, 'replicas with all components': WHOLE };

const find = (documents, kind, name = 'curbcut') =>
  documents.find((document) => document.kind === kind && document.metadata.name === name);
const podOf = (documents, name) => find(documents, 'Deployment', name).spec.template.spec;

for (const [overlay, documents] of Object.entries(OVERLAYS)) {
  test(`${overlay}: Kubernetes knows every field, and takes what is in it`, () => {
    assert.deepEqual(documents.flatMap(faultsBySchema), []);
    assert.deepEqual(faultsByTypes(documents), []);
  });

  test(`${overlay}: what its documents name is there`, () => assert.deepEqual(danglingNames(documents), []));

  test(`${overlay}: pods may no more than they need`, () => assert.deepEqual(faultsOfSecurity(documents), []));

  test(`${overlay}: the three probes ask routes of the service`, () => {
    const { paths } = JSON.parse(readFileSync(`${ROOT}/openapi.json`, 'utf8'));
    const probes = probesOf(podOf(documents).containers[0]);
    assert.equal(probes.length, 3);
    for (const { httpGet } of probes) assert.ok(paths[httpGet.path]?.get, httpGet.path);
  });

  test(`${overlay}: a pod has the time that the service takes to stop`, () => {
    const [, stop] = STOP.exec(readFileSync(`${ROOT}/apps/api/src/service/app/main.ts`, 'utf8'));
    const { terminationGracePeriodSeconds, containers } = podOf(documents);
    const [, before] = containers[0].lifecycle.preStop.exec.command;
    assert.ok(terminationGracePeriodSeconds > Number(stop) + Number(before));
  });

  test(`${overlay}: every container is of the image that the overlay names`, () => {
    const images = new Set(containersOf(documents).map(({ image }) => image));
    assert.deepEqual([...images], ['registry.example.org/curbcut:0.1.0']);
  });
}

test('the agent of monitors: Kubernetes knows every field, its pod may no more than it needs, and nobody reaches it', () => {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'curbcut-agent' }, stringData: { token: 'x' } };
  const documents = parseAllDocuments(readFileSync(`${ROOT}/deploy/agent/kubernetes.yaml`, 'utf8'))
    .map((document) => document.toJS())
    .concat(secret);
  assert.deepEqual(documents.flatMap(faultsBySchema), []);
  assert.deepEqual(faultsByTypes(documents), []);
  assert.deepEqual(danglingNames(documents), []);
  assert.notDeepEqual(danglingNames(documents.slice(0, -1)), []);
  assert.deepEqual(faultsOfSecurity(documents), []);
  const { policyTypes, ingress } = find(documents, 'NetworkPolicy', 'curbcut-agent').spec;
  assert.deepEqual({ isClosed: policyTypes.includes('Ingress'), ingress }, { isClosed: true, ingress: undefined });
  const [{ env, volumeMounts }] = podOf(documents, 'curbcut-agent').containers;
  const file = env.find(({ name }) => name === 'CURBCUT_AGENT_TOKEN_FILE').value;
  assert.ok(volumeMounts.some(({ mountPath }) => file === `${mountPath}/token`));
});

test('of pods with a PostgreSQL of their own there is never a second one', () => {
  const { replicas, strategy } = find(OVERLAYS.single, 'Deployment').spec;
  assert.deepEqual({ replicas, strategy }, { replicas: 1, strategy: { type: 'Recreate' } });
  assert.equal(find(OVERLAYS.single, 'HorizontalPodAutoscaler'), undefined);
});

// The command wants a database that is there; that of a new volume the service makes.
test('before a start the schema is migrated, but of a PostgreSQL that only the service starts', () => {
  const before = (name) => podOf(OVERLAYS.replicas, name).initContainers.map(({ args }) => args);
  assert.deepEqual(before('curbcut'), [['curbcut-admin', 'migrate']]);
  assert.deepEqual(before('curbcut-worker'), before('curbcut'));
  assert.equal(podOf(OVERLAYS.single).initContainers?.length ?? 0, 0);
});

test('jobs are run by other pods than those that answer', () => {
  const worker = (name) =>
    podOf(OVERLAYS.replicas, name).containers[0].env.find((variable) => variable.name === 'WORKER');
  assert.equal(worker('curbcut').value, 'off');
  assert.equal(worker('curbcut-worker').value, 'only');
});

test('the Prometheus Operator gets the alerts that Prometheus gets', () => {
  const { groups } = parse(readFileSync(`${ROOT}/deploy/prometheus/rules.yml`, 'utf8'));
  assert.deepEqual(find(WHOLE, 'PrometheusRule').spec.groups, groups);
});

test('a backup is one of the database, by the command, and the last seven stay', () => {
  const { command, envFrom } = find(WHOLE, 'CronJob', 'curbcut-backup').spec.jobTemplate.spec.template.spec
    .containers[0];
  assert.match(command.at(-1), /curbcut-admin backup "\$file"/);
  assert.match(command.at(-1), /\$\(date -u \+%u\)/);
  assert.deepEqual(envFrom, podOf(WHOLE).containers[0].envFrom);
});

const MONITOR_FAULTS = {
  'a token that is not there': [
    'ServiceMonitor',
    ({ endpoints }) => (endpoints[0].authorization.credentials.name = 'no'),
  ],
  'a monitor of nothing': ['ServiceMonitor', ({ selector }) => (selector.matchLabels = { app: 'no' })],
  'a way to no port': ['Ingress', ({ rules }) => (rules[0].http.paths[0].backend.service.port.name = 'https')],
  'a backup without its settings': [
    'CronJob',
    ({ jobTemplate }) => (jobTemplate.spec.template.spec.containers[0].envFrom[0].configMapRef.name = 'no'),
  ],
};
for (const [fault, [kind, spoil]] of Object.entries(MONITOR_FAULTS))
  test(`${fault} is refused`, () => {
    const documents = structuredClone(WHOLE);
    spoil(documents.find((document) => document.kind === kind).spec);
    assert.notDeepEqual(danglingNames(documents), []);
  });

const FAULTS = {
  'an unknown field': [(pod) => (pod.containers[0].readinesProbe = {}), faultsByTypes],
  'an unknown value': [(pod) => (pod.containers[0].volumeMounts[0].readOnly = 'no'), faultsByTypes],
  'a word for a number': [(pod) => (pod.terminationGracePeriodSeconds = '30'), (all) => all.flatMap(faultsBySchema)],
  'a container without a name': [(pod) => delete pod.containers[0].name, (all) => all.flatMap(faultsBySchema)],
  'a secret that is not there': [(pod) => (pod.containers[0].envFrom[1].secretRef.name = 'curbcut'), danglingNames],
  'a port that is not there': [(pod) => (pod.containers[0].livenessProbe.httpGet.port = 'https'), danglingNames],
  'a root that can be written': [
    (pod) => delete pod.containers[0].securityContext.readOnlyRootFilesystem,
    faultsOfSecurity,
  ],
};
for (const [fault, [spoil, faultsOf]] of Object.entries(FAULTS))
  test(`${fault} is refused`, () => {
    const documents = structuredClone(OVERLAYS.replicas);
    assert.deepEqual(faultsOf(documents), []);
    spoil(podOf(documents));
    assert.notDeepEqual(faultsOf(documents), []);
  });
