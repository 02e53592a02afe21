import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CiEnvironment } from '../../apps/cli/src/context/ci-run.js';

const IDENTITY = {
  ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.org' },
  ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org' },
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', GIT_TERMINAL_PROMPT: '0' },
};

/** Runs git in a folder; what it prints, trimmed. */
export function gitIn(folder: string, ...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', words, {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { PATH: process.env['PATH'], HOME: folder, ...IDENTITY },
  });
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
  return stdout.trim();
}

/** The git of a folder, as the command line asks it. */
export const surroundingsOf = (folder: string): CiEnvironment => ({
  env: {},
  readJson: () => undefined,
  git: (...words) => {
    try {
      return gitIn(folder, ...words);
    } catch {
      return undefined;
    }
  },
});

/** A bare repository as a provider has it, with a clone in which people work. */
export class GitRepository {
  readonly root = mkdtempSync(join(tmpdir(), 'curbcut-git-'));
  readonly origin = join(this.root, 'origin.git');
  private readonly work = join(this.root, 'work');
  private clones = 0;

  constructor() {
    gitIn(this.root, 'init', '--quiet', '--bare', '--initial-branch=main', this.origin);
    // As GitHub and GitLab do, commits are given by name too.
    gitIn(this.origin, 'config', 'uploadpack.allowAnySHA1InWant', 'true');
    gitIn(this.root, 'clone', '--quiet', this.origin, this.work);
    this.git('checkout', '--quiet', '-B', 'main');
    this.commit({ 'README.md': 'Shop\n' }, 'Begin');
  }

  git(...words: readonly string[]): string {
    return gitIn(this.work, ...words);
  }

  /** Commits these files on what is checked out, and pushes that; the commit. */
  commit(files: Readonly<Record<string, string | null>>, message = 'Change'): string {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.work, name)), { recursive: true });
      if (text === null) rmSync(join(this.work, name));
      else writeFileSync(join(this.work, name), text);
    }
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '--message', message);
    return this.push();
  }

  /** Checks a branch out, a new one at `from`. */
  branch(name: string, from?: string): void {
    if (from === undefined) this.git('checkout', '--quiet', name);
    else this.git('checkout', '--quiet', '-B', name, from);
  }

  /** Pushes what is checked out; its commit. */
  push(): string {
    this.git('push', '--quiet', '--force', 'origin', 'HEAD');
    return this.head();
  }

  head(name = 'HEAD'): string {
    return this.git('rev-parse', name);
  }

  /** The merge of a branch into main as a provider makes it to be tested, as `refs/pull/<number>/merge`. */
  providersMerge(branch: string, number: number, into = 'main'): string {
    const here = this.git('rev-parse', '--abbrev-ref', 'HEAD');
    this.git('checkout', '--quiet', '--detach', into);
    this.git('merge', '--quiet', '--no-ff', '--message', `Merge ${branch} into ${into}`, branch);
    const merge = this.head();
    this.git('push', '--quiet', '--force', 'origin', `HEAD:refs/pull/${number}/merge`);
    this.git('checkout', '--quiet', here);
    return merge;
  }

  /** Merges a branch into main with a commit of its own, squashed or rebased, and pushes; the commit of main. */
  merge(branch: string, how: 'merge' | 'squash' | 'rebase' = 'merge'): string {
    if (how === 'rebase') {
      this.git('rebase', '--quiet', 'main', branch);
      this.branch('main');
      this.git('merge', '--quiet', '--ff-only', branch);
      return this.push();
    }
    this.branch('main');
    if (how === 'merge') this.git('merge', '--quiet', '--no-ff', '--message', `Merge ${branch}`, branch);
    else {
      this.git('merge', '--quiet', '--squash', branch);
      this.git('commit', '--quiet', '--allow-empty', '--message', `Squash ${branch}`);
    }
    return this.push();
  }

  /** A clone as a job has it: one ref checked out, of this depth, or with all of history. */
  checkout(ref: string, depth?: number): string {
    const folder = join(this.root, `job-${(this.clones += 1)}`);
    gitIn(this.root, 'init', '--quiet', '--initial-branch=main', folder);
    gitIn(folder, 'remote', 'add', 'origin', `file://${this.origin}`);
    const local = ref.replace(/^refs\/(heads|pull)\//, 'refs/remotes/origin/');
    const some = depth === undefined ? [] : [`--depth=${depth}`];
    const all = depth === undefined ? ['+refs/heads/*:refs/remotes/origin/*'] : [];
    gitIn(folder, 'fetch', '--quiet', '--no-tags', ...some, 'origin', ...all, `+${ref}:${local}`);
    gitIn(folder, 'checkout', '--quiet', '--detach', local);
    return folder;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
