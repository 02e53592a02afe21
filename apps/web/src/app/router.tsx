import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router';
import { base } from './client';
import { EntryFrame, EntryLayout } from './entry-layout';
import { Failure } from './failure';
import { NotFound } from './not-found';
import { loadPart } from './parts';
import { Root } from './root';
import { parseSearch, stringifySearch } from './search-params';
import { type Address, ENTRY, OPEN, views } from './views';

const framed = (view: React.ReactNode) => <EntryFrame>{view}</EntryFrame>;
const root = createRootRoute({
  component: Root,
  notFoundComponent: () => framed(<NotFound />),
  errorComponent: (props) => framed(<Failure {...props} />),
});
const layout = (id: string, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, id, component, notFoundComponent: NotFound });
const entry = layout('entry', EntryLayout);
// Who is not signed in loads nothing of these.
const session = layout(
  'session',
  lazyRouteComponent(() => loadPart(() => import('./session-layout')), 'SessionLayout'),
);
const organization = createRoute({
  getParentRoute: () => session,
  path: 'o/$org',
  component: lazyRouteComponent(() => loadPart(() => import('../organizations/layout')), 'OrganizationLayout'),
  notFoundComponent: NotFound,
});
const product = createRoute({
  getParentRoute: () => organization,
  path: 'p/$product',
  component: lazyRouteComponent(() => loadPart(() => import('../products/layout')), 'ProductLayout'),
  notFoundComponent: NotFound,
});

/** The layouts by where their views begin; the first that fits counts. */
const LAYOUTS = [
  ['/o/$org/p/$product', product],
  ['/o/$org', organization],
  ['', session],
] as unknown as readonly [prefix: string, layout: AnyRoute][];

/** The views of each layout. */
const children = new Map<AnyRoute, AnyRoute[]>();
const listed = Object.entries(views) as [Address, () => Promise<{ Page: React.ComponentType }>][];
const routes = new Map<string, AnyRoute>();
for (const [address, load] of listed) {
  const above = address.slice(0, address.lastIndexOf('/'));
  // An open record stands in the view of its list, which stays.
  const isRecord = listed.some(([other, view]) => other === above && view === load);
  const [prefix, parent] = isRecord
    ? ([above, routes.get(above)!] as const)
    : ENTRY.includes(address) || OPEN.includes(address)
      ? (['', entry] as const)
      : LAYOUTS.find(([start]) => address === start || address.startsWith(`${start}/`))!;
  const view = createRoute({
    getParentRoute: () => parent as typeof root,
    path: (address.slice(prefix.length) || '/') as string,
    component: isRecord ? () => null : lazyRouteComponent(() => loadPart(load), 'Page'),
    staticData: { isRecord },
  }) as unknown as AnyRoute;
  routes.set(address, view);
  children.set(parent, [...(children.get(parent) ?? []), view]);
}
for (const view of routes.values()) if (children.has(view)) view.addChildren(children.get(view) ?? []);
const within = (parent: AnyRoute, ...more: AnyRoute[]): AnyRoute =>
  parent.addChildren([...(children.get(parent) ?? []), ...more]);

const routeTree = root.addChildren([within(entry), within(session, within(organization, within(product)))] as never);

/** Leads from addresses to views. */
export const router = createRouter({
  routeTree: routeTree as unknown as AnyRoute,
  basepath: base || '/',
  parseSearch,
  stringifySearch,
  trailingSlash: 'never',
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NotFound,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** A record that is open in the view of its list. */
    isRecord?: boolean;
  }
}
