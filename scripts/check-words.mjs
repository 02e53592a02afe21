// Tells which sentences of the console are in no catalogue yet, or have no words in another language.
// Run: npm run words:check
import { fileURLToPath } from 'node:url';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

const configPath = fileURLToPath(new URL('../apps/web/lingui.config.mjs', import.meta.url));
const config = getConfig({ configPath });
const [catalog] = await getCatalogs(config);
const said = (await catalog?.collect()) ?? {};
const faults = [];
for (const locale of config.locales) {
  const known = (await catalog?.read(locale)) ?? {};
  for (const [id, { message }] of Object.entries(said))
    if (!known[id]) faults.push(`${locale}: not there yet (npm run words): ${message}`);
    else if (locale !== config.sourceLocale && !known[id].translation) faults.push(`${locale}: no words: ${message}`);
}
if (Object.keys(said).length === 0) faults.push('No sentence was found.');
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
