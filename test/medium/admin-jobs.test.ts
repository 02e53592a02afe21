import { commandOf } from '../../apps/api/src/service/admin/command-line.js';
import { COMMANDS } from '../../apps/api/src/service/admin/commands.js';
import { useService } from '../support/service.js';

const service = useService();

async function admin(...words: string[]): Promise<{ code: number; said: string }> {
  const typed = commandOf(words, COMMANDS);
  if (!typed || 'help' in typed) throw new Error(`${words.join(' ')} is no command`);
  const said: string[] = [];
  const { log, error } = console;
  console.log = console.error = (text: string): void => void said.push(text);
  const settings = Object.assign(service.settings, { databaseUrl: service.databaseUrl });
  try {
    return { code: await typed.command.run({ ...typed, settings }), said: said.join('\n') };
  } finally {
    Object.assign(console, { log, error });
  }
}

/** The number of a new job that was tried so often, of two times. */
async function job(attempts: number): Promise<string> {
  const [{ id }] = await service.database.query(
    `SELECT id FROM graphile_worker.add_job('secret_work', '{"to":"ada@example.org"}', max_attempts => 2)`,
  );
  await service.database.query('UPDATE graphile_worker._private_jobs SET attempts = $2 WHERE id = $1', [id, attempts]);
  return String(id);
}

test('an operator sees jobs by name and age, those that were given up first, and nothing of what they are about', async () => {
  const [waiting, dead] = [await job(0), await job(2)];
  const { code, said } = await admin('jobs', 'list');
  expect(code).toBe(0);
  const lines = said.split('\n').filter((line) => line.includes('secret_work'));
  expect(lines.map((line) => line.split(/ +/)[0])).toEqual([dead, waiting]);
  expect(lines[0]).toContain('given up');
  expect(said).not.toContain('ada@');
});

test('jobs are tried again or dropped by their numbers; one that runs, or is not there, is told and left alone', async () => {
  const [dead, other, running] = [await job(2), await job(2), await job(1)];
  await service.database.query(
    `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'somebody' WHERE id = $1`,
    [running],
  );
  expect(await admin('jobs', 'retry', dead, other)).toEqual({
    code: 0,
    said: `Retried at once: ${dead}, ${other}.`,
  });
  const left = () =>
    service.database.query('SELECT attempts FROM graphile_worker._private_jobs WHERE id = ANY ($1) ORDER BY id', [
      [dead, other, running],
    ]);
  expect(await left()).toEqual([{ attempts: 0 }, { attempts: 0 }, { attempts: 1 }]);
  expect(await admin('jobs', 'drop', dead, running, '999999999')).toEqual({
    code: 1,
    said: `Dropped: ${dead}.\nNot found, or running: ${running}, 999999999.`,
  });
  expect(await left()).toEqual([{ attempts: 0 }, { attempts: 1 }]);
  expect(await admin('jobs', 'drop', 'all')).toEqual({
    code: 1,
    said: 'Invalid job number: all; nothing was changed.',
  });
  expect(commandOf(['jobs', 'drop'], COMMANDS)).toBeUndefined();
});
