// Loaded into a service under test by `--import`: SIGUSR2 collects its garbage, so that what is measured afterwards is
// in use.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
// With the signal's name as its argument it would collect the young generation alone.
process.on('SIGUSR2', () => collect());
