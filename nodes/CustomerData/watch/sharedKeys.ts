import { MAX_PAGE_SIZE } from '../api/page';
import { refuseShared } from './keyRefusals';
import type { Sighting } from './sightings';

/** The records of one page: a list as it was at one moment. */
export type LookAt = (
	offset: number,
) => Promise<Array<{ key: string | undefined; content: string; offset: number }>>;

/** A field that identifies nothing is found with the first pair; each one takes three requests. */
const MOST_PAIRS = 100;

/** Others can move the list by so many records while a page of it is looked at again. */
const SLACK = 10;

/**
 * Refuses a key that two records share, and accepts a record that came twice because others moved it
 * meanwhile. One record cannot stand twice on a page; nor can it stand in one place with one content,
 * then in another place with other content, and then in the first one as before.
 *
 * @param pairs sightings on different pages that share a key and differ otherwise
 * @throws UserError that names the key and where the two records stand
 */
export async function refuseSharedKeys(
	pairs: Array<[Sighting, Sighting]>,
	lookAt: LookAt,
	keyField: string,
): Promise<void> {
	for (const [one, other] of pairs.slice(0, MOST_PAIRS)) {
		const twins = await findTwins(one, other, lookAt);
		if (twins) throw refuseShared(keyField, one.key, ...twins);
	}
}

async function findTwins(
	one: Sighting,
	other: Sighting,
	lookAt: LookAt,
): Promise<[number, number] | undefined> {
	const near = async ({ key, offset }: Sighting) => {
		for (const slack of [slackFor(one, other), 0]) {
			const page = await lookAt(Math.max(0, offset - slack));
			const found = page.filter((record) => record.key === key);
			if (found.length > 0) return found;
		}
		return [];
	};
	const [first, twin] = await near(one);
	if (!first) return undefined;
	if (twin && twin.content !== first.content) return [first.offset, twin.offset];
	const elsewhere = (await near(other)).find(({ content }) => content !== first.content);
	if (!elsewhere) return undefined;
	const [again] = await near(one);
	return again?.content === first.content ? [first.offset, elsewhere.offset] : undefined;
}

/** So that both are on one page where that can be. */
function slackFor(one: Sighting, other: Sighting): number {
	const free = MAX_PAGE_SIZE - 1 - Math.abs(other.offset - one.offset);
	return free < 0 ? SLACK : Math.min(SLACK, free);
}
