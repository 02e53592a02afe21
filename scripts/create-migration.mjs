// Makes a file for a change of the schema, with the next number, and lists it.
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';

const FOLDER = 'apps/api/src/platform/migrations';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
  console.error('Name the change in lower case, such as: npm run migration:create narrow-keys');
  process.exit(1);
}

const last = Math.max(...readdirSync(FOLDER).flatMap((file) => (/^\d{13}-/.test(file) ? [Number.parseInt(file)] : [])));
const className = name.replace(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase()) + (last + 1);
const file = `${FOLDER}/${last + 1}-${name}.ts`;

writeFileSync(
  file,
  `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why the schema changes. */
export class ${className} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`\`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(\`\`);
  }
}
`,
);
execFileSync(process.execPath, ['scripts/generate-indexes.mjs'], { stdio: 'inherit' });
console.log(file);
