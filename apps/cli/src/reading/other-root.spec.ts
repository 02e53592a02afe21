import { rootThere, strangePath } from './other-root.js';

const here = new Set(['src/a.tsx', 'src/b.tsx', 'app/src/a.tsx']);
const isHere = (path: string): boolean => here.has(path);

test.each([
  [['/app/src/a.tsx', '/app/src/b.tsx'], '/app/'],
  [['/builds/acme/shop/src/a.tsx'], '/builds/acme/shop/'],
  [['C:/work/src/b.tsx'], 'C:/work/'],
  [['/app/src/a.tsx'], '/'],
  [['/app/src/a.tsx', '/app/src/c.tsx'], undefined],
  [['/other/x.tsx'], undefined],
])('%j were written below %s', (paths, root) => {
  expect(rootThere(paths, isHere)).toBe(root);
});

test.each([
  ['/app/a.tsx', true],
  ['c:/a.tsx', true],
  ['src/a.tsx', false],
  ['https://shop.example/', false],
])('%s is of another place: %s', (path, isStrange) => {
  expect(strangePath(path).length > 0).toBe(isStrange);
});
