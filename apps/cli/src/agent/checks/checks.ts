import type { World } from '../../scan/page.js';
import type { SendCommand } from '../../scan/tab.js';
import { forcedColours, reflow, textSpacing } from './layout.js';
import { tabbing } from './tabbing.js';
import { type RuleResult, RULES } from './world.js';

/**
 * Runs the checks of ours in a page, in the shape of a result of axe-core. They change how the page is shown, so they come last.
 * @param size of the window, which is as it was after them
 */
export async function runChecks(
  send: SendCommand,
  world: World,
  size: { width: number; height: number },
): Promise<object> {
  const found = [
    ...(await textSpacing(world)),
    ...(await forcedColours(send, world)),
    ...(await tabbing(send, world)),
    ...(await reflow(send, world)),
  ];
  await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
  const rulesOf = (needsReview: boolean) =>
    found.filter((rule) => (rule.needsReview ?? false) === needsReview && rule.nodes.length > 0).map(described);
  return {
    testEngine: { name: 'axe-core', version: '0' },
    timestamp: new Date().toISOString(),
    violations: rulesOf(false),
    incomplete: rulesOf(true),
  };
}

function described({ id, nodes }: RuleResult): object {
  const { help, impact, tags } = RULES[id];
  return { id, help, description: help, impact, tags, nodes };
}
