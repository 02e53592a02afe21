import { fileURLToPath } from 'node:url';
import { transformAsync, types } from '@babel/core';
import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { getCatalogs, createCompiledCatalog } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

const linguiConfig = getConfig({ configPath: fileURLToPath(new URL('../lingui.config.mjs', import.meta.url)) });
/** @type {import('@babel/core').TransformOptions} */
const SYNTAX = { configFile: false, babelrc: false, parserOpts: { plugins: ['typescript', 'jsx'] } };

/**
 * Sentences are compiled here, so that no parser of them is loaded: those in the sources stay where they stand, and
 * come with the view that says them; other languages are a catalogue each (`words/fr.po`).
 * @returns {import('vite').Plugin}
 */
export const words = () => ({
  name: 'words',
  enforce: 'pre',
  async transform(code, id) {
    const file = id.replace(/\?.*$/, '');
    if (/\.po$/.test(file)) return { code: await catalogue(file), map: null, moduleType: 'js' };
    if (!/\/apps\/web\/src\/.*\.tsx?$/.test(file) || !code.includes('/macro')) return undefined;
    /** @type {import('@babel/core').TransformOptions} */
    const options = { ...SYNTAX, filename: file, sourceMaps: true };
    const expanded = await transformAsync(code, {
      ...options,
      plugins: [[linguiMacro, { linguiConfig, stripMessageField: false }]],
    });
    const { code: text = '', map } = expanded ?? {};
    const done = await transformAsync(text ?? '', { ...options, plugins: [compiled], inputSourceMap: map });
    return { code: done?.code ?? '', map: done?.map };
  },
});

/** Replaces each message by what the parser would make of it. */
const compiled = () => ({
  visitor: {
    ObjectProperty({ node, parent }) {
      const { key, value } = node;
      if (key.name !== 'message' || value.type !== 'StringLiteral') return;
      if (!parent.properties.some(({ key: other }) => other?.name === 'id')) return;
      node.value = types.valueToNode(compileMessage(value.value));
    },
  },
});

async function catalogue(/** @type {string} */ file) {
  const [, locale = ''] = /(\w+)\.po$/.exec(file) ?? [];
  const [found] = await getCatalogs(linguiConfig);
  const read = Object.entries((await found?.read(locale)) ?? {});
  const filled = Object.fromEntries(read.flatMap(([id, { translation }]) => (translation ? [[id, translation]] : [])));
  const { source } = createCompiledCatalog(locale, filled, { namespace: 'es', compilerBabelOptions: {} });
  return source;
}
