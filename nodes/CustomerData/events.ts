/** What can happen to a record, a row for each, sorted by what users see. */
export const EVENTS = [
	{ value: 'created', name: 'Record Created', description: 'A record is new in the list' },
	{
		value: 'removed',
		name: 'Record Removed',
		description: 'A record is no longer in the list. Told one poll later, to be sure.',
	},
	{ value: 'updated', name: 'Record Updated', description: 'A field of a record has changed' },
] as const;

export type ChangeEvent = (typeof EVENTS)[number]['value'];
