import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';

/** Whether the statements of a file are those of a module. */
export const isOurs = (file: string): boolean => !/\/(migrations|distribution|backup)\//.test(file);

const ROOT = resolve(__dirname, '../../..');

/**
 * The sources of the service, by their paths from the root. Migrations and the distribution over machines change the
 * schema, whatever is there; backups copy it all; and specs name tables to test with.
 */
export const SOURCES: readonly string[] = ['apps/api/src', 'libs']
  .flatMap((folder) =>
    readdirSync(resolve(ROOT, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`),
  )
  // What another test is just making stands in a folder with a dot.
  .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|\/\./.test(file) && isOurs(file));

/** The text of a source. */
export const textOf = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');

/** The program that these sources are. */
export const serviceProgram = (): ts.Program =>
  sourceProgram(
    SOURCES.map((file) => resolve(ROOT, file)),
    (file) => (file.endsWith('.ts') && existsSync(file) ? readFileSync(file, 'utf8') : undefined),
  );

/** A program of these files that knows nothing but them: no packages, no types of the platform. */
export function sourceProgram(files: readonly string[], read: (file: string) => string | undefined): ts.Program {
  const options: ts.CompilerOptions = { noLib: true, types: [], target: ts.ScriptTarget.ESNext };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    readFile: read,
    fileExists: (file) => read(file) !== undefined,
    getSourceFile: (file, target) => {
      const text = read(file);
      return text === undefined ? undefined : ts.createSourceFile(file, text, target, true);
    },
    resolveModuleNameLiterals: (names, from) =>
      names.map(({ text }) => {
        const file = text.startsWith('#libs/')
          ? resolve(ROOT, 'libs', text.slice('#libs/'.length), 'src/index.ts')
          : text.startsWith('.')
            ? resolve(dirname(from), text.replace(/\.js$/, '.ts'))
            : undefined;
        return {
          resolvedModule: file && read(file) !== undefined ? { resolvedFileName: file, extension: '.ts' } : undefined,
        };
      }),
  };
  return ts.createProgram([...files], options, host);
}

/** Where a node stands, `skip` lines further down. */
export function placeOf(node: ts.Node, skip = 0): { file: string; line: number } {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return { file: relative(ROOT, file.fileName), line: line + 1 + skip };
}

/** Visits a node and all within it. */
export const each = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node);
  ts.forEachChild(node, (child) => each(child, visit));
};

/** The name of the method that is called. */
export const methodOf = ({ expression }: ts.CallExpression): string | undefined =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
