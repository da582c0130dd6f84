import { describe, expect, it } from 'vitest';

import { quicklySeeded } from '../../service/random.mts';
import { type Misbehave, MISBEHAVIOURS, startProxy, trickle } from './support/misbehaving.mts';
import { readCustomers } from './support/runNode.mts';
import { useOwnService } from './support/service.mts';
import { withoutJitter } from './support/time.mts';

const RECORDS = 500;
const SEEDS = [1, 2, 3, 4];
const ALL = Object.values(MISBEHAVIOURS);

const service = useOwnService({ sizes: { customers: RECORDS } });
withoutJitter();

function seeded(...seed: number[]): () => number {
	const randomizer = quicklySeeded();
	randomizer.seed(seed);
	return () => randomizer.next();
}

/** Reads over a network whose connections misbehave so. @returns what it ended with, if not with the list */
async function readOver(
	random: () => number,
	next: () => Misbehave | undefined,
	options: object,
): Promise<string | undefined> {
	const baseUrl = await startProxy(service().baseUrl, random, next);
	const changes = { credential: { baseUrl } };
	const read = await readCustomers(service(), { timeout: 400, ...options }, changes);
	const { records, error, saved } = read;
	expect(saved).not.toContain(service().apiKey);
	const list = service().lists.GetCustomers.page(0, RECORDS);
	expect(records).toEqual(error ? [] : list);
	return error?.message;
}

describe('a network that spoils an answer', () => {
	it.each(Object.entries(MISBEHAVIOURS))('loses no record: %s', async (_, misbehave) => {
		const reads = SEEDS.map(async (seed) => {
			let connections = 0;
			const next = () => (++connections === 3 ? misbehave : undefined);
			expect(await readOver(seeded(seed), next, { parallelRequests: 1 })).toBeUndefined();
		});
		await Promise.all(reads);
	});

	it('needs no retry where answers only trickle', async () => {
		const options = { maxRetries: 0, timeout: 10_000 };
		expect(await readOver(seeded(1), () => trickle, options)).toBeUndefined();
	});

	it.each([1, 4, 16])(
		'gives the whole list or a message where it is one in five, window %d',
		async (parallelRequests) => {
			const reads = SEEDS.map(async (seed) => {
				const random = seeded(seed, parallelRequests);
				const next = () => (random() < 0.2 ? ALL[Math.floor(random() * ALL.length)] : undefined);
				const options = { parallelRequests, maxRetries: seed % 4 };
				const message = await readOver(random, next, options);
				expect(message ?? 'connection to the service was lost').toMatch(
					/connection to the service was lost|did not respond within|a complete page|wrong protocol/,
				);
			});
			await Promise.all(reads);
		},
	);
});
