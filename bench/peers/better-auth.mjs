// better-auth with its organizations: sessions and members.
import { createServer } from 'node:http';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { organization } from 'better-auth/plugins';
import pg from 'pg';

const server = createServer().listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const options = {
    baseURL: `http://127.0.0.1:${port}`,
    secret: 'a secret of thirty-two characters',
    database: new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 }),
    emailAndPassword: { enabled: true },
    plugins: [organization({ teams: { enabled: true }, membershipLimit: 100_000 })],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  };
  await (await getMigrations(options)).runMigrations();
  server.on('request', toNodeHandler(betterAuth(options)));
  process.send(port);
});
process.once('disconnect', () => process.exit());
