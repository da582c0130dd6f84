import { test as base } from 'vitest';
import { openN8n } from '../../harness/sandbox.mts';
import { newTools } from './tools.mts';

/** Started when the first test takes it, for all tests of a suite. */
export const ONCE = { scope: 'worker' } as const;

/** For a test that a release needs. */
export const QUICK = { tags: ['quick'] };

// Vitest's own end is one of these.
for (const end of ['SIGINT', 'disconnect']) process.on(end, () => process.exit(1));

export const test = base
	.extend('tools', ONCE, async ({}, { onCleanup }) => {
		const tools = await newTools(process.env.SUITE ?? 'suite');
		onCleanup(async () => await tools.cleanup.run());
		return tools;
	})
	/** Signed in to an n8n with our package. */
	.extend('n8n', ONCE, async ({ tools }) => await openN8n(tools));
