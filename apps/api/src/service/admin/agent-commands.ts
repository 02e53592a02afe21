import {
  deleteOperatorAgents,
  makeOperatorAgent,
  operatorAgents,
} from '../../integrations/monitors/agents/operator-agents.js';
import { LABEL_LIMITS } from '../../integrations/monitors/label-limits.js';
import type { Call } from './command.js';
import { refused } from './refused.js';
import { withDatabase } from './service-database.js';
import { tableOf } from './table.js';

/** Lists the agents of the operator. */
export const listAgents = ({ settings }: Call): Promise<number> =>
  withDatabase(settings, async ({ manager }) => {
    const rows = (await operatorAgents(manager)).map(({ name, labels, version, lastSeenAt, createdAt }) => [
      ...[name, labels.join(' '), version ?? '', lastSeenAt?.toISOString() ?? 'never', createdAt.toISOString()],
    ]);
    console.log(tableOf(['name', 'labels', 'version', 'asked for work', 'made'], rows));
    return 0;
  });

/** Makes one, and prints its token. */
export const createAgent = ({ settings, values: [given], options }: Call): Promise<number> =>
  withDatabase(settings, ({ manager }) =>
    manager.transaction(async (tx) => {
      const name = given!.trim();
      const labels = (options.get('--labels') ?? '').split(/[\s,]+/).filter((label) => label !== '');
      if (name === '' || name.length > 200) return refused('The name has 1 to 200 characters');
      if (labels.length > LABEL_LIMITS.maxItems || labels.some(({ length }) => length > LABEL_LIMITS.max))
        return refused(`An agent has at most ${LABEL_LIMITS.maxItems} labels of ${LABEL_LIMITS.max} characters`);
      if ((await operatorAgents(tx)).some((agent) => agent.name === name)) return refused(`There is an agent ${name}`);
      console.log(await makeOperatorAgent(tx, name, labels));
      return 0;
    }),
  );

/** Deletes one: its token ends at once. */
export const deleteAgent = ({ settings, values: [name] }: Call): Promise<number> =>
  withDatabase(settings, async ({ manager }) =>
    (await deleteOperatorAgents(manager, name!)) > 0
      ? (console.log(`The token of ${name} opens nothing any more`), 0)
      : refused(`There is no agent ${name}`),
  );
