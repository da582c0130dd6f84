import fc from 'fast-check';

// Every run uses the same examples. SEED=1 npm test tries others.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 2026) });
