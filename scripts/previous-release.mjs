// Which release was before this tree.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The commit of v0.1.0. */
const FIRST_RELEASE = '0ed10d4af4cb79eca8ad5f5e10928261f447c82a';

/**
 * @returns {string | undefined} its tag or commit; undefined where the sources are no clone, or one without its history
 */
export function previousRelease() {
  if (!existsSync('.git')) return undefined;
  const asked = ['tag', '--list', 'v[0-9]*', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-version:refname'];
  const tag = execFileSync('git', asked, { encoding: 'utf8' }).split('\n').find(Boolean);
  return tag ?? (spawnSync('git', ['cat-file', '-e', FIRST_RELEASE]).status === 0 ? FIRST_RELEASE : undefined);
}
