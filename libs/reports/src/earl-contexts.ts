const COMMON = {
  '@vocab': 'http://www.w3.org/ns/earl#',
  earl: 'http://www.w3.org/ns/earl#',
  WCAG: 'http://www.w3.org/TR/WCAG/#',
  WCAG2: 'http://www.w3.org/TR/WCAG2/#',
  WCAG20: 'http://www.w3.org/TR/WCAG20/#',
  WCAG21: 'http://www.w3.org/TR/WCAG21/#',
  WCAG22: 'http://www.w3.org/TR/WCAG22/#',
  dct: 'http://purl.org/dc/terms/',
  sch: 'https://schema.org/',
  doap: 'http://usefulinc.com/ns/doap#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  ptr: 'http://www.w3.org/2009/pointers#',
  title: 'dct:title',
  source: 'dct:source',
  assertedBy: { '@type': '@id' },
  outcome: { '@type': '@id' },
  mode: { '@type': '@id' },
};

/** What the ACT rules' implementation reports are written in. */
const ACT = {
  ...COMMON,
  url: 'dct:source',
  redirectedTo: 'dct:source',
  WebPage: 'sch:WebPage',
  Project: 'doap:Project',
  Version: 'doap:Version',
  name: 'doap:name',
  description: 'doap:description',
  shortdesc: 'doap:shortdesc',
  created: 'doap:created',
  release: 'doap:release',
  revision: 'doap:revision',
  homepage: { '@id': 'doap:homepage', '@type': '@id' },
  license: { '@id': 'doap:license', '@type': '@id' },
  assertedThat: { '@reverse': 'assertedBy' },
  assertions: { '@reverse': 'subject' },
  pointer: { '@type': 'ptr:CSSSelectorPointer' },
};

/** What the WCAG-EM Report Tool writes; its own reports carry it with them. */
const WCAG_EM = {
  ...COMMON,
  '@vocab': 'http://www.w3.org/TR/WCAG-EM/#',
  id: '@id',
  type: '@type',
  lang: '@language',
  Assertion: 'earl:Assertion',
  Assertor: 'earl:Assertor',
  TestResult: 'earl:TestResult',
  TestSubject: 'earl:TestSubject',
  description: 'dct:description',
  hasPart: 'dct:hasPart',
  source: { '@id': 'dct:source', '@type': '@id' },
  auditResult: 'step4',
  test: { '@id': 'earl:test', '@type': '@id' },
  testcase: { '@id': 'earl:test', '@type': '@id' },
  assertedBy: { '@id': 'earl:assertedBy', '@type': '@id' },
  subject: { '@id': 'earl:subject', '@type': '@id' },
  result: 'earl:result',
  mode: { '@id': 'earl:mode', '@type': '@id' },
  outcome: { '@id': 'earl:outcome', '@type': '@id' },
};

const CONTEXTS: Readonly<Record<string, object>> = {
  'act-rules.github.io/earl-context.json': ACT,
  'www.w3.org/WAI/content-assets/wcag-act-rules/earl-context.json': ACT,
  'www.w3.org/ns/earl': ACT,
  'www.w3.org/TR/WCAG-EM': WCAG_EM,
};

/** The context that an address names, of those that are known without asking the network. */
export function contextAt(address: string): object | undefined {
  const name = address.replace(/^https?:\/\//, '').replace(/[#/]+$/, '');
  return Object.hasOwn(CONTEXTS, name) ? CONTEXTS[name] : undefined;
}
