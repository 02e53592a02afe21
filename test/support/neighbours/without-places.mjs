// Loaded into a service under test by `--import`: gives the resources that WITHOUT_PLACES names to whoever asks first, as
// many works at once as there are; where it is `all`, no call but a report asks for a place at all. It changes the source
// of the built service as it is loaded: the service itself has no such option.
import { register } from 'node:module';

const hooks = (names) => {
  const shared = new RegExp(`\\b(${names.join('|')}):(\\w+\\()?\\([^()]*\\)=>\\(\\{[^{}]*\\}\\)`, 'g');
  // That of the interceptor which has calls wait for places.
  const isNeeded = names.includes('all') ? /static isNeededAt\((\w+)\)\{return\s*(?=!\1\.options\?\.queued)/g : /(?!)/;
  return {
    async load(url, context, next) {
      const loaded = await next(url, context);
      if (loaded.format !== 'module' || !/\/chunk-[^/]*\.js$/.test(url)) return loaded;
      const source = String(loaded.source)
        .replace(shared, '$1:$2()=>({places:1e6})')
        .replace(isNeeded, 'static isNeededAt($1){return false&&');
      return { ...loaded, source };
    },
  };
};

const names = process.env.WITHOUT_PLACES;
if (names) {
  const source = `export const { load } = (${hooks})(${JSON.stringify(names.split(','))});`;
  register(`data:text/javascript,${encodeURIComponent(source)}`);
}
