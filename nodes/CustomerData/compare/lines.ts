import { withoutTags } from '../errors/html';
import { differencesIn, shown } from './differences';
import { errorsFor, type Fate } from './fates';
import { fieldOf } from './rows';

export type Line = Record<'change' | 'key' | 'name' | 'field' | 'from' | 'to' | 'note', string>;

/** Where there is nothing to say: n8n shows empty text in red. */
const NONE = '–';
const NO_DIFFERENCE = { field: NONE, from: NONE, to: NONE, note: NONE };

/** What somebody has to look at comes first, because a long report may be cut. */
const HELD = 'held back';
const ORDER = [HELD, 'created', 'updated', 'removed'];

/** A line for each field that would be updated, and for whatever else becomes of a record or row. */
export function linesOf(fates: Fate[], names: string[]): Line[] {
	const lines = fates.flatMap((one): Line[] => {
		const line = { change: one.fate, ...whoIn(one, names), ...NO_DIFFERENCE };
		switch (one.fate) {
			case 'created':
			case 'removed':
				return [line];
			case 'updated': {
				const differences = differencesIn(one);
				return differences.length === 0 ? [line] : differences.map((two) => ({ ...line, ...two }));
			}
			case 'held':
				return errorsFor([one]).map(({ message, description }) => {
					return { ...line, change: HELD, note: withoutTags(`${message}. ${description}`) };
				});
			default:
				return [];
		}
	});
	const placeOf = ({ change }: Line) => ORDER.indexOf(change);
	return lines.sort((one, other) => placeOf(one) - placeOf(other));
}

/** So that whoever reads the lines alone hears of it, too. */
export function stopLines(stops: string): Line[] {
	if (stops === '') return [];
	return [{ change: HELD, key: NONE, name: NONE, ...NO_DIFFERENCE, note: stops }];
}

/** The identifier, and what people know it by: the value of the first field that is compared. */
function whoIn(one: Fate, [first = '']: string[]): Pick<Line, 'key' | 'name'> {
	const row = 'row' in one ? one.row : undefined;
	const key = 'key' in one ? one.key : 'keys' in one ? one.keys?.[0] : row?.key;
	const record = 'record' in one ? one.record : undefined;
	const name = record ? fieldOf(record, first) : row?.fields[0]?.[1];
	return {
		key: key === undefined ? NONE : withoutTags(String(JSON.parse(key))),
		name: name === undefined ? NONE : withoutTags(shown(name)),
	};
}
