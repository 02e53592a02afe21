// PostGraphile over a copy of the service's activities: the list of an API that is made from the schema.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';

const pool = { connectionString: process.env.DATABASE_URL, max: 10 };
const options = { disableQueryLog: true, disableDefaultMutations: true, dynamicJson: true, graphiql: false };
const server = createServer(postgraphile(pool, 'peer', options));
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.once('disconnect', () => process.exit());
