import { downloadFile, type Packed } from './downloads.js';

const packed = (name: string): Packed => ({
  ...{ name, version: '0.2.0', path: `/downloads/${name}-0.2.0.tgz`, sha256: `of ${name}`, integrity: '', bytes: 1 },
});
const HERE = [packed('curbcut'), packed('curbcut-client')];

test.each([
  ['curbcut.tgz', { file: 'curbcut-0.2.0.tgz', sha256: 'of curbcut', isLasting: false }],
  ['curbcut-0.2.0.tgz', { file: 'curbcut-0.2.0.tgz', sha256: 'of curbcut', isLasting: true }],
  ['curbcut-client.tgz', { file: 'curbcut-client-0.2.0.tgz', sha256: 'of curbcut-client', isLasting: false }],
  ['curbcut-0.1.0.tgz', undefined],
  ['curbcut', undefined],
  ['downloads.json', undefined],
  ['../service/main.js', undefined],
])('%s names a package of this build or nothing', (name, expected) => {
  expect(downloadFile(name, HERE)).toEqual(expected);
});
