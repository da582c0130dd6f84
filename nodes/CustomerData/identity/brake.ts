import { UserError } from 'n8n-workflow';

/** So many records would be created, removed or missing at once that one of the two sides may be incomplete. */
export class TooMany extends UserError {}

/** What would happen to how many at once. */
export interface Load {
	count: number;
	of: number;
	/** What they are, after "one of them" and after several. */
	what: { one: string; several: string };
	/** The name of the option that lets more through. */
	option: string;
	/** The most that it lets through, as a percentage. */
	maxPercentage: number;
	/** The most without the option, where a percentage alone would be too many. */
	most?: number;
	/** What to look at first, in whole sentences. */
	first: string;
	/** When it is right, after "If". */
	reason: string;
	/** What comes next, and with what its option is changed. */
	next: 'execution' | 'poll';
	/** What else to know before more is let through. */
	notes?: Array<string | undefined>;
}

/** The one brake on what happens to many at once: nothing is output. @throws TooMany */
export function brake(load: Load): void {
	const { count, of, what, option, maxPercentage, most = Infinity, next } = load;
	const percentage = (100 * count) / of;
	if (percentage <= maxPercentage && count <= most) return;
	const isShare = percentage > maxPercentage;
	const allowed = isShare ? `${maxPercentage}%` : `${most}, unless you add it`;
	// A published workflow keeps its options until it is published again.
	const publish = next === 'poll' ? ' and publish' : '';
	const raise = `${isShare ? 'raise' : 'add'} '${option}' under 'Options'${isShare ? ` to ${Math.ceil(percentage)}` : ''}${publish}.`;
	const lower = isShare
		? `Lower it again after the next successful ${next}.`
		: 'Then only its percentage counts.';
	const description = ['Nothing was output.', load.first, `If ${load.reason}, ${raise}`, lower];
	throw new TooMany(
		`${count} of ${of} ${count === 1 ? what.one : what.several}, more than '${option}' allows (${allowed})`,
		{ description: [...description, ...(load.notes ?? [])].filter(Boolean).join(' ') },
	);
}
