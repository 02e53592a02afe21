// The schemas say what a field holds, and let unknown fields through; those the types refuse.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
const COMPILER = '../../../node_modules/typescript-7/bin/tsc';
const OPTIONS = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', '--ignoreConfig'];

// `kubernetes-models` has a module for each version of an API, and names the core `v1`; groups without a dot stand as
// they are.
const moduleOf = ({ apiVersion }) =>
  apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;

/** What the schema of its kind has against a document. */
export function faultsBySchema(document) {
  const Kind = load(moduleOf(document))[document.kind];
  if (!Kind) return [`${document.apiVersion} ${document.kind}: there is no such kind`];
  try {
    new Kind(document).validate();
    return [];
  } catch (error) {
    return [`${document.kind} ${document.metadata?.name}: ${error.message}`];
  }
}

/** What the types have against documents, unknown fields among it. */
export function faultsByTypes(documents) {
  const lines = documents.map((document, index) => {
    const type = `import('${moduleOf(document)}').I${document.kind}`;
    return `export const document${index}: ${type} = ${JSON.stringify(document, undefined, 1)};`;
  });
  mkdirSync('dist', { recursive: true });
  writeFileSync('dist/documents.mts', lines.join('\n'));
  const { stdout, stderr, status } = spawnSync(process.execPath, [COMPILER, ...OPTIONS, 'dist/documents.mts']);
  return status === 0 ? [] : `${stdout}${stderr}`.trim().split('\n');
}

const selects = (selector = {}, { metadata }) =>
  Object.entries(selector).every(([label, value]) => metadata.labels?.[label] === value);

/** What documents name and do not have: pods, ports, settings, volumes. */
export function danglingNames(documents) {
  const of = (kind) => documents.filter((document) => document.kind === kind);
  const has = (kind, name) => of(kind).some(({ metadata }) => metadata.name === name);
  const templates = templatesOf(documents);
  const selectors = [
    ...of('Service').map(({ metadata, spec }) => [metadata, spec.selector]),
    ...of('Deployment').map(({ metadata, spec }) => [metadata, spec.selector.matchLabels]),
    ...of('PodDisruptionBudget').map(({ metadata, spec }) => [metadata, spec.selector.matchLabels]),
    ...of('NetworkPolicy').map(({ metadata, spec }) => [metadata, spec.podSelector.matchLabels]),
    ...of('PodMonitor').map(({ metadata, spec }) => [metadata, spec.selector.matchLabels]),
  ];
  const ports = templates.flatMap(({ spec }) => spec.containers.flatMap((container) => container.ports ?? []));
  const namedPorts = [
    ...of('Service').flatMap(({ spec }) => spec.ports.map(({ targetPort }) => targetPort)),
    ...of('NetworkPolicy').flatMap(({ spec }) =>
      (spec.ingress ?? []).flatMap((rule) => rule.ports.map(({ port }) => port)),
    ),
    ...of('PodMonitor').flatMap(({ spec }) => spec.podMetricsEndpoints.map(({ port }) => port)),
    ...containersOf(documents).flatMap((container) => probesOf(container).map(({ httpGet }) => httpGet.port)),
  ];
  const monitored = [...of('ServiceMonitor'), ...of('PodMonitor')].flatMap(
    ({ spec }) => spec.endpoints ?? spec.podMetricsEndpoints,
  );
  const servicePorts = of('Service').flatMap(({ metadata, spec }) =>
    spec.ports.map(({ name }) => [metadata.name, name].join()),
  );
  const led = of('Ingress').flatMap(({ spec }) =>
    spec.rules.flatMap(({ http }) =>
      http.paths.map(({ backend: { service } }) => [service.name, service.port.name].join()),
    ),
  );
  return [
    ...of('ServiceMonitor')
      .filter(({ spec }) => !of('Service').some((service) => selects(spec.selector.matchLabels, service)))
      .map(({ metadata }) => `${metadata.name} selects no service`),
    ...monitored
      .filter(({ authorization: { credentials } }) => !has('Secret', credentials.name))
      .map(({ authorization: { credentials } }) => `no secret ${credentials.name}`),
    ...led.filter((port) => !servicePorts.includes(port)).map((port) => `no service and port ${port}`),
    ...selectors
      .filter(([, selector]) => !templates.some((template) => selects(selector, template)))
      .map(([{ name }]) => `${name} selects no pod`),
    ...namedPorts.filter((port) => !ports.some(({ name }) => name === port)).map((port) => `no port is called ${port}`),
    ...templates.flatMap(({ spec }) => [
      ...containersIn(spec).flatMap((container) => [
        ...(container.envFrom ?? []).flatMap(({ configMapRef, secretRef }) => [
          ...(configMapRef && !has('ConfigMap', configMapRef.name) ? [`no settings ${configMapRef.name}`] : []),
          ...(secretRef && !has('Secret', secretRef.name) ? [`no secret ${secretRef.name}`] : []),
        ]),
        ...container.volumeMounts
          .filter(({ name }) => !spec.volumes.some((volume) => volume.name === name))
          .map(({ name }) => `no volume ${name}`),
      ]),
      ...spec.volumes
        .filter((volume) => volume.secret && !has('Secret', volume.secret.secretName))
        .map((volume) => `no secret ${volume.secret.secretName}`),
      ...spec.volumes
        .filter((volume) => volume.persistentVolumeClaim)
        .filter((volume) => !has('PersistentVolumeClaim', volume.persistentVolumeClaim.claimName))
        .map((volume) => `no claim ${volume.persistentVolumeClaim.claimName}`),
    ]),
    ...of('HorizontalPodAutoscaler')
      .filter(({ spec }) => !has(spec.scaleTargetRef.kind, spec.scaleTargetRef.name))
      .map(({ metadata }) => `${metadata.name} scales nothing`),
  ];
}

/** What pods may that the Pod Security Standard "restricted" forbids, or write outside of volumes. */
export function faultsOfSecurity(documents) {
  const pods = templatesOf(documents).map(({ spec }) => spec);
  return [
    ...pods
      .filter(
        ({ securityContext }) =>
          !securityContext?.runAsNonRoot ||
          !['RuntimeDefault', 'Localhost'].includes(securityContext.seccompProfile?.type),
      )
      .map(() => 'a pod may be root, or call all of the kernel'),
    ...pods.filter((pod) => pod.automountServiceAccountToken !== false).map(() => 'a pod has a token of the cluster'),
    ...containersOf(documents)
      .filter(
        ({ securityContext: context }) =>
          context?.allowPrivilegeEscalation !== false ||
          context.readOnlyRootFilesystem !== true ||
          !context.capabilities?.drop?.includes('ALL') ||
          context.capabilities.add,
      )
      .map(({ name }) => `container ${name} may do more than it needs`),
    ...containersOf(documents)
      .filter(({ resources }) => !resources?.requests?.memory || !resources.requests.cpu || !resources.limits?.memory)
      .map(({ name }) => `container ${name} does not say what it needs`),
  ];
}

const containersIn = ({ initContainers = [], containers }) => [...initContainers, ...containers];

export const containersOf = (documents) => templatesOf(documents).flatMap(({ spec }) => containersIn(spec));

/** The pods of deployments and of jobs. */
const templatesOf = (documents) =>
  documents.flatMap(({ kind, spec }) =>
    kind === 'Deployment' ? [spec.template] : kind === 'CronJob' ? [spec.jobTemplate.spec.template] : [],
  );

export const probesOf = ({ startupProbe, livenessProbe, readinessProbe }) =>
  [startupProbe, livenessProbe, readinessProbe].filter(Boolean);
