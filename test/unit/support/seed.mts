import fc from 'fast-check';

// The same examples in every run; another seed tries others: SEED=1 npm test
fc.configureGlobal({ seed: Number(process.env.SEED ?? 2026) });
