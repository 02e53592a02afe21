import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printable } from '../printable.js';
import { readSteps } from './steps.js';

const folder = mkdtempSync(join(tmpdir(), 'curbcut-steps-'));
const file = join(folder, 'steps.json');
afterAll(() => rmSync(folder, { recursive: true }));

const read = (content: unknown, env: Record<string, string> = {}) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readSteps(file, env);
};
const OPEN = { open: { url: '/login' } };

test('steps are read, and secrets are taken from variables and never printed', () => {
  const steps = [
    OPEN,
    { fill: { label: 'E-mail', text: 'a' } },
    { fill: { role: 'textbox', name: 'Password', secret: 'PASS' } },
    { click: { role: 'button', name: 'Sign in' } },
    { expect: { text: 'Hello' } },
    { expect: { url: '/home' } },
    { expect: { role: 'link', name: 'Sign out' } },
  ];
  expect(read({ steps, origins: ['https://id.example'] }, { PASS: 'a-secret-of-mine' })).toEqual({
    origins: ['https://id.example'],
    steps: [
      { kind: 'open', url: '/login' },
      { kind: 'fill', element: { name: 'E-mail' }, text: 'a', isSecret: false },
      { kind: 'fill', element: { role: 'textbox', name: 'Password' }, text: 'a-secret-of-mine', isSecret: true },
      { kind: 'click', element: { role: 'button', name: 'Sign in' } },
      { kind: 'expect', text: 'Hello' },
      { kind: 'expect', url: '/home' },
      { kind: 'expect', element: { role: 'link', name: 'Sign out' } },
    ],
  });
  expect(printable('a-secret-of-mine')).toBe('***');
});

test.each<[unknown, string]>([
  ['{', 'cannot be read'],
  [[], 'must be { "steps"'],
  [{ steps: [OPEN], others: 1 }, 'must be { "steps"'],
  [{ steps: [] }, 'from 1 to 20 steps'],
  [{ steps: Array.from({ length: 21 }, () => OPEN) }, 'from 1 to 20 steps'],
  [{ steps: [OPEN], origins: ['https://id.example/path'] }, 'origins'],
  [{ steps: [{ click: { role: 'button', name: 'x' } }] }, 'must begin with'],
  [{ steps: [OPEN, { run: { script: 'x' } }] }, 'step 2: it must be one of open, fill, click, expect'],
  [{ steps: [OPEN, { open: { url: '/' }, click: {} }] }, 'step 2'],
  [{ steps: [OPEN, 7] }, 'step 2'],
  [{ steps: [{ open: {} }] }, 'step 1: open requires url'],
  [{ steps: [{ open: { url: '/', wait: '1' } }] }, '"wait" must be one of url'],
  [{ steps: [OPEN, { fill: { label: 'x' } }] }, 'either text or secret'],
  [{ steps: [OPEN, { fill: { label: 'x', text: 'a', secret: 'B' } }] }, 'either text or secret'],
  [{ steps: [OPEN, { fill: { label: 'x', secret: 'MISSING' } }] }, 'the variable MISSING is not set'],
  [{ steps: [OPEN, { fill: { label: 'x', text: 7 } }] }, '"text" must be one of'],
  [{ steps: [OPEN, { click: { role: 'button' } }] }, 'click requires role and name'],
  [{ steps: [OPEN, { expect: {} }] }, 'expect requires'],
])('%j is refused', (content, reason) => {
  expect(() => read(content)).toThrow(reason);
});
