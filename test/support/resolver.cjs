/** Our sources import `./x.js`, as ESM wants; under Jest that file is still `./x.ts`. */
module.exports = (request, options) => {
  try {
    return options.defaultResolver(request, options);
  } catch (error) {
    if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
    return options.defaultResolver(request.replace(/\.js$/, '.ts'), options);
  }
};
