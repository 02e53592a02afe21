import { join } from 'node:path';
import { serviceAt } from './callers.js';
import { findOrStart } from './running-service.js';
import { runDemo } from './demo.js';

/** Walks through the main job against the service at `CURBCUT_URL`, or against one that it starts and stops again. */
const port = process.env['PORT'] ?? '3000';
const service = await findOrStart(process.env['CURBCUT_URL'] ?? `http://127.0.0.1:${port}`);
const log = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  log(
    `Curbcut is running at ${service.base}${service.startedHere ? ' (started for this demo)' : ''}; its documentation is at ${service.base}/docs`,
  );
  const mails = join(process.env['DATA_DIR'] ?? './.data', 'mail');
  const reports = join(process.cwd(), 'test/fixtures/reports');
  await runDemo(serviceAt(service.base), { base: service.base, reports, mails }, log);
  if (service.startedHere) log('The service stops now; its data stay. `npm start` brings it back.');
} finally {
  await service.release();
}
