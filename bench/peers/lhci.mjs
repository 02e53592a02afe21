// Lighthouse CI's server: keeps the reports of a scanner that CI jobs upload.
import { createRequire } from 'node:module';

const { createServer } = createRequire(import.meta.url)('@lhci/server');
const { port } = await createServer({
  ...{ port: 0, host: '127.0.0.1', logLevel: 'silent' },
  storage: { storageMethod: 'sql', sqlDialect: 'postgres', sqlConnectionUrl: process.env.DATABASE_URL },
});
process.send(port);
process.once('disconnect', () => process.exit());
