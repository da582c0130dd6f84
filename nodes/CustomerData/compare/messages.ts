import type { UserError } from 'n8n-workflow';
import { inWords, userError } from '../errors/userError';
import { groupedBy } from '../identity/groups';
import { notRemoved } from '../identity/missing';
import { named } from '../identity/spelling';
import { KINDS, type Ask } from './asked';
import { withFate, type Fate, type Held, type Overwritten } from './fates';
import { compareFieldsProperty } from './properties';

/** The most rows, records or reasons that one error names. */
export const MOST_NAMED = 100;

/**
 * What is said of whatever is held back: an error for each, or for all that have the same reason. {@link errorsOfAgain}
 * says it of what was asked for before.
 */
export function errorsFor(fates: Fate[]): UserError[] {
	const held = withFate('held', fates);
	const because = <Why extends Held['why']>(why: Why) => {
		type One = Extract<Held, { why: Why }>;
		return held.filter((one): one is One => one.why === why);
	};
	return [
		...because('unidentified').map(({ error }) => error),
		...because('shared').map(sharedError),
		...because('respelled').map(respelledError),
		...inDoubtErrors(because('inDoubt')),
		...twinErrors(because('twin')),
		...overwrittenErrors(because('overwritten')),
	];
}

type Because<Why extends Held['why']> = Extract<Held, { why: Why }>;

function sharedError({ rows }: Because<'shared'>): UserError {
	return userError(
		`${rows.length} input items share the identifier ${rows[0].key}`,
		'Merge these rows in your CRM, or remove the identifier from all but one of them.',
	);
}

function respelledError({ row: { key }, keys }: Because<'respelled'>): UserError {
	return userError(
		`An input item has ${key}, but the list has ${inWords(keys)}`,
		'If they are the same record, correct the spelling in your CRM. If they are different ones, mark this row as removed in your CRM. If the record in the list has no row, add one by hand.',
	);
}

function inDoubtErrors(held: Array<Because<'inDoubt'>>): UserError[] {
	const [first] = held;
	return first
		? [
				notRemoved(
					held.map(({ row: { key } }) => key),
					first.doubt,
				),
			]
		: [];
}

function twinErrors(held: Array<Because<'twin'>>): UserError[] {
	if (held.length === 0) return [];
	const pairs = held.map(({ row, key }) => `${key} ${row.key ? `as ${row.key}` : 'without one'}`);
	const records = held.length === 1 ? '1 record seems' : `${held.length} records seem`;
	return [
		userError(
			`${records} to be in the input under another identifier: ${named(pairs, MOST_NAMED)}`,
			'Neither these records nor these items were output. If they are the same, write the identifier of the record into the row in your CRM. If not, add a row for the record by hand.',
		),
	];
}

function overwrittenErrors(held: Array<Because<'overwritten'>>): UserError[] {
	const fields = groupedBy(
		held.flatMap((one) => one.fields),
		(field) => field,
	);
	return [...fields.keys()].map(overwrittenError);
}

function overwrittenError({ name, count, of, isEmptied }: Overwritten): UserError {
	const advice = `These items were not output as updated. Check '${compareFieldsProperty.displayName}', and whether the API key may read the field and its values in the application are right.`;
	if (isEmptied) {
		return userError(
			`No record has a value in '${name}', but ${count} input items have one`,
			`${advice} If it was emptied on purpose, do not compare it.`,
		);
	}
	return userError(
		`'${name}' differs in ${count} of the ${of} input items that have a value there`,
		`${advice} If they are, execute the workflow by hand to output these items.`,
	);
}

const AGAIN = {
	created:
		'Your CRM may have refused it, or keep its identifier in another form; the node before this one may not return all rows, or an earlier execution is still saving. It is not output again, so that there is no second copy. Once this is corrected, execute the workflow by hand to create it.',
	updated:
		'Your CRM may have refused it, or keep a value in another form. It was output again. Correct it in one of the two systems, or do not compare the field that stays different.',
	removed: 'Your CRM may have refused it. It was output again. Check the node that saves it.',
};

/** What is said of what was asked for before, and not done. */
export function errorsOfAgain(again: Ask[]): UserError[] {
	return KINDS.flatMap((kind) => {
		const keys = again.filter((ask) => ask.kind === kind).map(({ key }) => key);
		if (keys.length === 0) return [];
		const were = keys.length === 1 ? 'was' : 'were';
		const message = `${named(keys, MOST_NAMED)} ${were} output as ${kind} before, but that was not done`;
		return [userError(message, AGAIN[kind])];
	});
}
