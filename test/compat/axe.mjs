/**
 * Has axe-core look at a page, and adds to `faults` what it finds.
 * @param source the text of axe-core
 * @param options what else `axe.run` is given
 * @returns how many rules passed
 */
export async function lookByAxe(page, state, faults, source, options = {}) {
  const asked = JSON.stringify({ resultTypes: ['violations'], ...options });
  const { violations, passes } = await page.evaluate(`${source};
    axe.run(document, ${asked}).then(({ violations, passes }) => ({
      passes: passes.length,
      violations: violations.map(({ id, help, nodes }) => ({ id, help, targets: nodes.slice(0, 4).map((node) => node.html.slice(0, 160)) })),
    }))`);
  if (passes === 0) throw new Error(`axe-core looked at nothing: ${state}`);
  for (const { id, help, targets } of violations) faults.push(`${state}: ${id} (${help}):\n  ${targets.join('\n  ')}`);
  return passes;
}

/** The rules of WCAG 2.2 A and AA. */
export const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
