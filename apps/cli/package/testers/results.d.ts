/** What axe-core found out about one page or component. */
export interface AxeResults {
  violations: { id: string; help?: string; nodes: { target: unknown }[] }[];
  [part: string]: unknown;
}
