import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireOwnFolder } from './own-folder.js';

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot('root leaves nothing in the folder of an account that could not use it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'curbcut-own-'));
  requireOwnFolder(folder);
  requireOwnFolder(join(folder, 'none'));
  chownSync(folder, 65_534, 65_534);
  expect(() => requireOwnFolder(folder)).toThrow('belongs to the account 65534');
  rmSync(folder, { recursive: true });
});
