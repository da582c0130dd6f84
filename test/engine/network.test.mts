import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { quicklySeeded } from '../../service/random.mts';
import { KINDS, type Misbehaviour } from './support/misbehaviours.mts';
import { type Network, startProxy } from './support/proxy.mts';
import { type Outcome, runNode } from './support/runNode.mts';
import { credentialFor, useService } from './support/service.mts';

const RECORDS = 1_000;
const TIMEOUT = 400;
const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);
const READS = [1, 4, 16].flatMap((window) => SEEDS.map((seed) => ({ window, seed })));
/** No read may take longer. */
const LONGEST = 15_000;

const service = useService({ sizes: { customers: RECORDS } });

// Without jitter a back-off takes no time.
beforeAll(() => {
	vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(() => {
	vi.restoreAllMocks();
});

function seeded(...seed: number[]): () => number {
	const randomizer = quicklySeeded();
	randomizer.seed(seed);
	return () => randomizer.next();
}

/**
 * This share of the connections misbehaves, each in one of the ways. A seed repeats a read exactly
 * at window 1; otherwise connections can come in another order.
 */
function misbehaving(share: number, kinds: Misbehaviour[], ...seed: number[]): Network {
	const random = seeded(...seed);
	const next = () => (random() < share ? kinds[Math.floor(random() * kinds.length)] : undefined);
	return { next, random };
}

async function readThrough(network: Network, options: object): Promise<Outcome> {
	const proxy = await startProxy(service().baseUrl, network);
	try {
		return await runNode({
			credential: { ...credentialFor(service()), baseUrl: proxy.baseUrl },
			parameters: {
				resource: 'customer',
				operation: 'getAll',
				returnAll: true,
				options: { timeout: TIMEOUT, ...options },
			},
		});
	} finally {
		await proxy.close();
	}
}

function expectWhole({ items, error }: Outcome): void {
	expect(error && `${error.message} ${error.description}`).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual(service().lists.GetCustomers.page(0, RECORDS));
}

describe.concurrent('an answer', () => {
	const once = (kind: Misbehaviour, seed: number): Network => {
		let connections = 0;
		return { next: () => (++connections === 3 ? kind : undefined), random: seeded(seed) };
	};

	it.each(KINDS.flatMap((kind) => SEEDS.slice(0, 4).map((seed) => ({ kind, seed }))))(
		'loses no record when it is $kind, seed $seed',
		async ({ kind, seed }) => {
			expectWhole(await readThrough(once(kind, seed), { parallelRequests: 1 }));
		},
		LONGEST,
	);

	it('needs no retry when it is trickling, and done in time', async () => {
		const network = once('trickling, and done in time', 1);
		expectWhole(await readThrough(network, { maxRetries: 0, timeout: 10_000 }));
	});
});

describe.concurrent('a network on which one connection in five misbehaves', () => {
	const outcomes: Array<'whole' | 'message'> = [];

	it.each(READS)(
		'gives the whole list or a message, seed $seed, window $window',
		async ({ seed, window }) => {
			const outcome = await readThrough(misbehaving(0.2, KINDS, seed, window), {
				parallelRequests: window,
				maxRetries: seed % 4,
			});
			outcomes.push(outcome.error ? 'message' : 'whole');
			if (!outcome.error) return expectWhole(outcome);
			expect(outcome.items).toEqual([]);
			expect(outcome.error.message).toMatch(
				/^The (connection to the service was lost|service did not (respond within 0\.4 seconds|return a complete page of records))$|^'Base URL' may start with the wrong protocol$/,
			);
			expect(outcome.saved).not.toContain(service().apiKey);
		},
		LONGEST,
	);

	it.sequential('leads to both, so both are tested', () => {
		expect(new Set(outcomes)).toEqual(new Set(['whole', 'message']));
	});
});

describe.concurrent('a network on which one connection in fifty misbehaves', () => {
	it.each(READS)(
		'loses no record, seed $seed, window $window',
		async ({ seed, window }) => {
			const network = misbehaving(0.02, KINDS, seed, window);
			expectWhole(await readThrough(network, { parallelRequests: window }));
		},
		LONGEST,
	);
});
