/** A view: its module has a component `Page`. */
type View = () => Promise<{ Page: React.ComponentType }>;

// A record that is open in the view of its list is no view of its own.
const findings = () => import('../findings/page');

/**
 * Every address of the console, and the view that it shows. The service answers exactly these, so this file imports nothing: `$name` stands for one
 * segment. A view gets what it names with `useAddress`.
 */
export const views = {
  '/sign-in': () => import('../entry/sign-in'),
  '/sign-up': () => import('../entry/sign-up'),
  '/forgot-password': () => import('../entry/forgot-password'),
  '/two-factor': () => import('../entry/two-factor'),
  '/': () => import('../organizations/home'),
  '/accessibility': () => import('../accessibility/page'),
  '/account': () => import('../account/first'),
  '/account/profile': () => import('../account/profile'),
  '/account/security': () => import('../account/security'),
  '/account/sessions': () => import('../account/sessions'),
  '/account/events': () => import('../account/events'),
  '/account/data': () => import('../account/data'),
  '/o/$org': () => import('../organizations/overview'),
  '/o/$org/products': () => import('../products/list'),
  '/o/$org/start': () => import('../start/page'),
  '/o/$org/findings': findings,
  '/o/$org/issues': () => import('../issues/list'),
  '/o/$org/p/$product': () => import('../products/page'),
  '/o/$org/p/$product/findings': findings,
  '/o/$org/p/$product/findings/$finding': findings,
  '/o/$org/p/$product/issues': () => import('../issues/list'),
  '/o/$org/p/$product/issues/$number': () => import('../issues/page'),
} satisfies Record<string, View>;

/** An address with `$name` for what varies. */
export type Address = keyof typeof views;

/** Views for people who are not signed in. */
export const ENTRY: readonly Address[] = ['/sign-in', '/sign-up', '/forgot-password', '/two-factor'];

/** Views that anybody may open. */
export const OPEN: readonly Address[] = ['/accessibility'];

/** What varies in an address. */
export type AddressParts<A extends string> = A extends `${string}$${infer Name}/${infer Rest}`
  ? Record<Name, string> & AddressParts<`/${Rest}`>
  : A extends `${string}$${infer Name}`
    ? Record<Name, string>
    : unknown;
