/** A view: its module has a component `Page`. */
type View = () => Promise<{ Page: React.ComponentType }>;

// A record that is open in the view of its list is no view of its own.
const findings = () => import('../findings/page');

/**
 * Every address of the console, and the view that it shows. The service answers exactly these, so this file imports
 * nothing: `$name` stands for one segment. A view gets what it names with `useAddress`.
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
  '/account/notifications': () => import('../account/notifications'),
  '/account/data': () => import('../account/data'),
  '/inbox': () => import('../notices/inbox'),
  '/o/$org': () => import('../organizations/overview'),
  '/o/$org/products': () => import('../products/list'),
  '/o/$org/start': () => import('../start/page'),
  '/o/$org/findings': findings,
  '/o/$org/issues': () => import('../issues/list'),
  '/o/$org/audits': () => import('../audits/list'),
  '/o/$org/risks': () => import('../risks/list'),
  '/o/$org/reports': () => import('../conformance/list'),
  '/o/$org/activity': () => import('../activity/list'),
  '/o/$org/changes': () => import('../changes/list'),
  '/o/$org/insights': () => import('../insights/page'),
  '/o/$org/standards': () => import('../standards/list'),
  '/o/$org/standards/$standard': () => import('../standards/page'),
  '/o/$org/settings': () => import('../settings/first'),
  '/o/$org/settings/general': () => import('../settings/general'),
  '/o/$org/settings/modules': () => import('../settings/modules'),
  '/o/$org/settings/security': () => import('../settings/security'),
  '/o/$org/settings/sign-in': () => import('../settings/sign-in'),
  '/o/$org/settings/provisioning': () => import('../settings/provisioning'),
  '/o/$org/settings/members': () => import('../settings/members'),
  '/o/$org/settings/teams': () => import('../settings/teams'),
  '/o/$org/settings/api-keys': () => import('../settings/api-keys'),
  '/o/$org/settings/webhooks': () => import('../settings/webhooks'),
  '/o/$org/settings/github': () => import('../settings/github'),
  '/o/$org/settings/conformance': () => import('../settings/conformance'),
  '/o/$org/settings/agents': () => import('../settings/agents'),
  '/o/$org/settings/deadlines': () => import('../settings/deadlines'),
  '/o/$org/p/$product': () => import('../products/page'),
  '/o/$org/p/$product/findings': findings,
  '/o/$org/p/$product/findings/$finding': findings,
  '/o/$org/p/$product/issues': () => import('../issues/list'),
  '/o/$org/p/$product/issues/$number': () => import('../issues/page'),
  '/o/$org/p/$product/audits': () => import('../audits/list'),
  '/o/$org/p/$product/audits/$number': () => import('../audits/page'),
  '/o/$org/p/$product/audits/$number/grid': () => import('../evaluation/page'),
  '/o/$org/p/$product/risks': () => import('../risks/list'),
  '/o/$org/p/$product/risks/$number': () => import('../risks/page'),
  '/o/$org/p/$product/reports': () => import('../conformance/list'),
  '/o/$org/p/$product/reports/$number': () => import('../conformance/page'),
  '/o/$org/p/$product/activity': () => import('../activity/list'),
  '/o/$org/p/$product/activity/$number': () => import('../activity/page'),
  '/o/$org/p/$product/pages': () => import('../pages/list'),
  '/o/$org/p/$product/monitors': () => import('../monitors/list'),
  '/o/$org/p/$product/monitors/$number': () => import('../monitors/page'),
  '/o/$org/p/$product/monitors/$number/runs/$run': () => import('../monitors/run'),
  '/o/$org/p/$product/lines': () => import('../lines/page'),
  '/o/$org/p/$product/areas': () => import('../areas/page'),
  '/o/$org/p/$product/changes': () => import('../changes/list'),
  '/o/$org/p/$product/insights': () => import('../insights/page'),
  '/o/$org/p/$product/settings': () => import('../products/settings'),
  '/o/$org/p/$product/settings/trackers': () => import('../trackers/page'),
  '/o/$org/p/$product/settings/trackers/$connection': () => import('../trackers/differences'),
  '/o/$org/p/$product/settings/secrets': () => import('../monitors/secrets'),
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
