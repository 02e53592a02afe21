/** Property tests draw the same for each commit, as test/support/dice.ts tells; `DICE_SEED` lets them draw otherwise. */
const { configureGlobal } = require('fast-check');

configureGlobal({ seed: Number(process.env['DICE_SEED'] ?? 1) });
