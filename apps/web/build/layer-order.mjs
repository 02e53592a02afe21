const ORDER = '@layer reset, tokens, base, ui, views;';

/**
 * Which style sheet comes first depends on which view is opened first, so each says in which order the layers stand.
 * @returns {import('vite').Plugin}
 */
export const layerOrder = () => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) => (/\/apps\/web\/src\/.*\.css$/.test(id) ? `${ORDER}\n${code}` : undefined),
});
