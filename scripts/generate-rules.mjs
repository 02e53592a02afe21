// Writes which success criteria the rules of each tool are about, from the tools' own packages. They are installed into
// a folder of their own: nothing else needs them, and one asks for another ESLint than ours. Run: npm run
// generate:rules
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PACKAGES = {
  'axe-core': '4.14.1',
  'accessibility-checker-engine': '4.0.34',
  '@siteimprove/alfa-rules': '0.114.0',
  'eslint-plugin-jsx-a11y': '6.10.2',
};

const folder = mkdtempSync(join(tmpdir(), 'curbcut-rules-'));
try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const wanted = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, ...wanted], { cwd: folder, stdio: 'inherit' });
  const load = (path) => import(pathToFileURL(join(folder, 'node_modules', path)).href);
  const [axe, ibm, alfa] = [
    await load('axe-core/axe.js'),
    await load('accessibility-checker-engine/ace-node.js'),
    await load('@siteimprove/alfa-rules/dist/index.js'),
  ].map((module) => module.default);
  write('axe', 'axe-core', axeRules(axe));
  write('ibm', 'accessibility-checker-engine', ibmRules(ibm));
  writeFormer('accessibility-checker-engine', formerIbmRules(ibm));
  write('alfa', '@siteimprove/alfa-rules', alfaRules(alfa));
  write(
    'jsx-a11y',
    'eslint-plugin-jsx-a11y',
    lintRules(join(folder, 'node_modules/eslint-plugin-jsx-a11y/docs/rules')),
  );
} finally {
  rmSync(folder, { recursive: true });
}

/** Tags such as `wcag143`, and `RGAA-1.1.3` for theme, criterion and test. */
function axeRules(axe) {
  return axe.getRules().map(({ ruleId, tags }) => {
    const found = tags.flatMap((tag) => {
      const wcag = /^wcag([1-4])(\d)(\d{1,2})$/.exec(tag);
      const rgaa = /^RGAA-(\d+\.\d+)\.\d+$/.exec(tag);
      return [...(wcag ? [`${wcag[1]}.${wcag[2]}.${wcag[3]}`] : []), ...(rgaa ? [`rgaa:${rgaa[1]}`] : [])];
    });
    return [ruleId, unique(found)];
  });
}

/** Its rulesets of WCAG name for each criterion the rules, some of them for certain reasons only. */
function ibmRules({ Checker }) {
  const { rulesets, engine } = new Checker();
  const uses = rulesets
    .filter(({ id }) => id.startsWith('WCAG_2_'))
    .flatMap(({ checkpoints }) => checkpoints)
    .flatMap(({ num, rules = [] }) => rules.map((rule) => ({ num, ...rule })));
  return Object.keys(engine.ruleMap).map((id) => {
    const its = uses.filter((use) => use.id === id);
    const levels = its.map(({ toolkitLevel }) => Number(toolkitLevel));
    const forAll = its.filter(({ reasonCodes }) => !reasonCodes?.length);
    const reasons = {};
    for (const { num, reasonCodes = [] } of its)
      for (const code of reasonCodes) reasons[code] = unique([...(reasons[code] ?? []), num]);
    const rule = { criteria: unique(forAll.map(({ num }) => num)) };
    if (levels.length > 0) rule.level = Math.min(...levels);
    if (Object.keys(reasons).length > 0) rule.reasons = reasons;
    return [id, rule];
  });
}

/**
 * The names of its rules before version 4, and of their reasons if these have other names now.
 * @returns {[string, unknown][]}
 */
function formerIbmRules({ Checker }) {
  const { ruleMap } = new Checker().engine;
  return Object.entries(ruleMap).flatMap(([rule, { refactor = {} }]) =>
    Object.entries(refactor)
      .filter(([name]) => ruleMap[name] === undefined)
      .map(([name, all]) => {
        const reasons = Object.fromEntries(
          Object.entries(all).filter(([former, present]) => former !== present && !present.endsWith('.html')),
        );
        return /** @type {[string, unknown]} */ ([
          name,
          Object.keys(reasons).length > 0 ? { rule, reasons } : { rule },
        ]);
      }),
  );
}

function alfaRules(rules) {
  return [...rules]
    .map((rule) => rule.toJSON())
    .map(({ uri, requirements }) => [
      uri.split('/').at(-1),
      unique(requirements.filter(({ type }) => type === 'criterion').map(({ chapter }) => chapter)),
    ]);
}

/** The documents of a plugin of ESLint have a section about guidelines. */
function lintRules(documents) {
  return readdirSync(documents).map((file) => {
    const section = readFileSync(join(documents, file), 'utf8').split('## Accessibility guidelines')[1] ?? '';
    const numbers = (section.split(/\n#{2,3} /)[0] ?? '').matchAll(/WCAG (\d\.\d\.\d{1,2})/g);
    return [file.replace(/\.md$/, ''), unique([...numbers].map((match) => match[1] ?? ''))];
  });
}

/** @param {string[]} numbers those of WCAG first, each in the order of its parts */
function unique(numbers) {
  const key = (number) => number.replace(/\d+/g, (digits) => digits.padStart(3, '0'));
  return [...new Set(numbers)].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/**
 * @param {string} tool
 * @param {string} name of the package
 * @param {(string | unknown)[][]} rules each with its id
 */
function write(tool, name, rules) {
  const { version, license } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  const lines = [...rules]
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    .map(([id, rule]) => `  '${id}': ${JSON.stringify(rule)},`);
  const constant = `${tool.toUpperCase().replaceAll('-', '_')}_RULES`;
  const type = tool === 'ibm' ? 'IbmRule' : 'readonly string[]';
  writeFileSync(
    new URL(`../libs/reports/src/rules/${tool}.generated.ts`, import.meta.url),
    `// Generated by scripts/generate-rules.mjs from ${name} ${version} (${license} licence); do not edit.
${tool === 'ibm' ? "import type { IbmRule } from './ibm-rule.js';\n" : ''}
/** The success criteria of each rule of ${name}; an empty list: it names none. */
export const ${constant}: Readonly<Record<string, ${type}>> = {
${lines.join('\n')}
};
`,
  );
}

/** @param {[string, unknown][]} names former ones, each with the present one */
function writeFormer(name, names) {
  const { version, license } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  const lines = [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, rules]) => `  '${id}': ${JSON.stringify(rules)},`);
  writeFileSync(
    new URL('../libs/reports/src/rules/ibm-former.generated.ts', import.meta.url),
    `// Generated by scripts/generate-rules.mjs from ${name} ${version} (${license} licence); do not edit.
import type { FormerRule } from './ibm-rule.js';

/** Former names of rules of ${name}, with the present ones. */
export const FORMER_IBM_RULES: Readonly<Record<string, FormerRule>> = {
${lines.join('\n')}
};
`,
  );
}
