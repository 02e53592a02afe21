import { execFileSync } from 'node:child_process';

test.each(['generate-indexes', 'generate-tables'])('what npm run %s writes is as it would be written now', (name) => {
  const command = `scripts/${name}.mjs`;
  expect(() => execFileSync(process.execPath, [command, '--check'], { stdio: 'pipe' })).not.toThrow();
});
