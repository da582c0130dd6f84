import type { Chain } from './chain';
import type { Identity } from './identity';

/**
 * Whether the service starts pages where it is asked to. The list may change in between: only a
 * first record that stays the first one tells that the page at 1 begins with it, too.
 *
 * @throws PageNotRead when the first page cannot be read
 */
export async function isAligned(chain: Chain, identity: Identity): Promise<boolean> {
	const [first, second] = (await chain.request(0)).records;
	const shifted = await chain.ask(1);
	const [again] = (await chain.request(0)).records;
	// Such a service can promise a next page that contradicts the offset.
	if ('failure' in shifted) return shifted.failure.kind !== 'notAPage';
	const [other] = shifted.page.records;
	if (!first || !second || !again || !other || identity.same(first, second)) return true;
	return !identity.same(first, other) || !identity.same(first, again);
}
