const cleanups = [];

/** Clean-up before the bench ends, in reverse order. */
export const onEnd = (cleanup) => cleanups.push(cleanup);

export const say = (line) => process.stderr.write(`${line}\n`);

let ending;
const end = (code) => (ending ??= finish(code));

async function finish(code) {
  for (let cleanup; (cleanup = cleanups.pop());) await cleanup();
  process.exit(code);
}

/** Runs a bench, which answers its exit code. Whatever it started is stopped, also when it fails or is interrupted. */
export async function run(bench) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end(1));
  process.once('uncaughtException', (error) => {
    say(error.stack);
    void end(1);
  });
  let code = 1;
  try {
    code = await bench();
  } catch (error) {
    say(/** @type {Error} */ (error).stack);
  }
  await end(code);
}
