import { REPORT_FORMATS } from '#libs/reports';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseCommandLine } from '../command-line.js';
import { LocalFault } from '../faults.js';
import { readConfig } from './config.js';
import schema from './curbcut.schema.json' with { type: 'json' };
import { settingsOf } from './settings.js';

const settings = (words: string[], env: NodeJS.ProcessEnv = {}, config = {}) =>
  settingsOf(parseCommandLine(['upload', ...words]), env, config);

test('flags win over variables, and variables over the configuration', () => {
  const config = { product: 'of-config', url: 'https://config.example/', coverage: 'complete' };
  expect(settings([], {}, config)).toMatchObject({
    product: 'of-config',
    url: 'https://config.example',
    coverage: 'complete',
  });
  const env = { CURBCUT_PRODUCT: 'of-env', CURBCUT_URL: 'https://env.example/curbcut/' };
  expect(settings([], env, config)).toMatchObject({ product: 'of-env', url: 'https://env.example/curbcut' });
  expect(settings(['--product', 'of-flag', '--coverage', 'partial'], env, config)).toMatchObject({
    product: 'of-flag',
    coverage: 'partial',
  });
});

test.each([
  [['--part', '3/2'], '--part'],
  [['--part', '0/2'], '--part'],
  [['--part', '1/2', '--area', 'checkout'], '--part'],
  [['--part', '1/2', '--coverage', 'partial'], '--part'],
  [['--max', 'many'], '--max'],
  [['--timeout', '0'], '--timeout'],
  [['--out', 'junit'], '--out junit=FILE'],
  [['--out', 'pdf=x'], '--out'],
  [['--out', 'json', '--out', 'table'], '--out json and --out table'],
  [['--fail-on', 'everything'], '--fail-on'],
  [['--sweep', 'a\nb'], '--sweep'],
  [['--api-key', 'svc_x'], 'CURBCUT_API_KEY'],
  [['--min', 'C'], '--min'],
  [['--nonsense'], '--nonsense'],
])('%s is refused by name', (words, name) => {
  expect(() => settings(words)).toThrow(LocalFault);
  expect(() => settings(words)).toThrow(name);
});

test.each([
  [{ CURBCUT_URL: 'curbcut.example' }, 'CURBCUT_URL'],
  [{ CURBCUT_URL: 'https://ada:secret@curbcut.example' }, 'CURBCUT_API_KEY'],
  [{ CURBCUT_API_KEY: 'svc_a\nsvc_b' }, 'CURBCUT_API_KEY'],
])('the variables %j are refused by name', (env, name) => {
  expect(() => settings([], env)).toThrow(name);
});

const accepts = new Ajv2020({ strict: true }).compile(schema);

test.each([
  [{ $schema: 'x', url: 'https://a.example', product: 'shop', reports: ['a.json'], max: 0, comment: true }, undefined],
  [
    { coverage: 'complete', failOn: 'none', mainBranches: ['release/*'], areas: [], timeout: 1, format: 'earl' },
    undefined,
  ],
  [
    {
      products: [{ path: 'a', product: 'a', reports: ['r.json'] }],
      pages: [{ path: '/cart/:id', file: 'src/cart.tsx' }],
    },
    undefined,
  ],
  [{ products: [{ path: 'a' }] }, 'products 1. product is missing'],
  [{ products: [{ path: 'a', product: 'a', url: 'b' }] }, 'products 1. url is not known'],
  [{ products: ['a'] }, 'products 1. must be an object'],
  [{ pages: [{ path: 'cart', file: 'a' }] }, 'pages 1. path'],
  [{ producd: 'shop' }, 'producd'],
  [{ product: '' }, 'product'],
  [{ product: 7 }, 'product'],
  [{ reports: [] }, 'reports'],
  [{ reports: 'a.json' }, 'reports'],
  [{ reports: ['a.json', 2] }, 'reports 2.'],
  [{ max: -1 }, 'max'],
  [{ max: 1.5 }, 'max'],
  [{ comment: 'yes' }, 'comment'],
  [{ coverage: 'whole' }, 'coverage'],
  [{ url: 'curbcut.example' }, 'url'],
])('the configuration %j is judged as the published schema judges it', (config, fault) => {
  expect(accepts(config)).toBe(fault === undefined);
  const read = () => readConfig(JSON.stringify(config));
  if (fault === undefined) expect(read()).toEqual(config);
  else expect(read).toThrow(`curbcut.config.json: ${fault}`);
});

test('a configuration that is no JSON, or no object, is named', () => {
  expect(() => readConfig('{"url":')).toThrow('curbcut.config.json is not valid JSON');
  expect(() => readConfig('[]')).toThrow('curbcut.config.json must be an object');
});

test('the schema lists the formats that the flag takes', () => {
  expect([...schema.properties.format.enum].sort()).toEqual([...REPORT_FORMATS].sort());
});
