import { UserError } from 'n8n-workflow';
import type { Words } from '../errors/nodeErrors';

/** So many records would be created, removed or missing at once that one of the two sides may be incomplete. */
export class TooMany extends UserError {}

/** The most that may happen at once. */
interface Maximum {
	/** The name of the option that lets more through. */
	option: string;
	percentage: number;
	/** The most without the option, where a percentage alone would be too many. */
	most?: number;
	/** When a changed option applies: in the next execution, or at the next poll after the workflow is published again. */
	next: 'execution' | 'poll';
}

/**
 * The one brake on too many records at once.
 *
 * @param say gets the maximum that is exceeded, after "more than", and how to let more through, after "If …,"
 * @returns the reason to output nothing, if the maximum is exceeded
 */
export function brake(
	count: number,
	of: number,
	{ option, percentage: maximum, most = Infinity, next }: Maximum,
	say: (exceeded: string, letThrough: string) => Words,
): TooMany | undefined {
	const percentage = (100 * count) / of;
	const isShare = percentage > maximum;
	if (!isShare && count <= most) return undefined;
	const publish = next === 'poll' ? ' and publish' : '';
	const until =
		next === 'poll' ? '. Lower it again after the next successful poll' : ' for one execution';
	const { message, description } = isShare
		? say(
				`'${option}' allows (${maximum}%)`,
				`set '${option}' under 'Options' to ${Math.ceil(percentage)}${publish}${until}.`,
			)
		: say(
				`'${option}' allows (${most}, unless you add it)`,
				`add '${option}' under 'Options'${publish}. Then only its percentage counts.`,
			);
	return new TooMany(message, { description });
}
