import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import { seeded } from '../../service/random.mts';

export const FIELDS = ['Name', 'City', 'Phone'] as const;
export type Fields = Record<(typeof FIELDS)[number], string>;

/** A customer of the application. */
export interface Customer {
	id: number;
	code: string;
	fields: Fields;
	isListed: boolean;
}

/** A contact of the CRM. */
export type Contact = IDataObject & Fields & { id: number; code: string; active: boolean };

/** What a CRM makes of an identifier; two of these lose a part. */
export const STORES: Record<string, (code: string) => string> = {
	exactly: (code) => code,
	'without zeros': (code) => code.replace(/^0+/, ''),
	'as NFC': (code) => code.normalize('NFC'),
	'without punctuation': (code) => code.replace(/\W/g, ''),
	'six letters of it': (code) => code.slice(0, 6),
};

const CODES = '0001 0002 K-900 LONG-001 LONG-002 Ku\u0308bel A1 B2 C3 D4 E5 F6 G7 H8 I9 J10'.split(
	' ',
);
const place = fc.nat(CODES.length - 1);
const rarely = (weight: number) =>
	fc.oneof({ weight, arbitrary: fc.constant(false) }, fc.constant(true));

/** Some customers are alike in all that is compared, as branches are; few have a phone. */
export const companies = fc
	.array(
		fc.record({
			Name: fc.constantFrom('Bakery', 'Butcher', 'Florist'),
			City: fc.constantFrom('Ulm', 'Bonn'),
			Phone: fc.constantFrom('', '', '0731 5544'),
			isOneOfAKind: fc.boolean(),
			isListed: rarely(5),
		}),
		{ minLength: CODES.length, maxLength: CODES.length },
	)
	.map((all) =>
		all.map(({ isOneOfAKind, isListed, Name, City, Phone }, id): Customer => {
			const fields = { Name: isOneOfAKind ? `${Name} ${id}` : Name, City, Phone };
			return { id, code: CODES[id] ?? '', fields, isListed: !isListed };
		}),
	);

/** What happens from one execution to the next. */
export const someNights = fc.array(
	fc.record({
		edited: fc.option(fc.record({ place, City: fc.constantFrom('Ulm', 'Bonn', 'Kiel') })),
		renumbered: fc.array(place, { maxLength: 3 }),
		/** Who leaves the list, or comes back. */
		moved: fc.oneof(fc.constant([]), fc.array(place, { maxLength: 6 })),
		/** Whether a right is missing, so that a field comes back empty. */
		isFieldLost: rarely(4),
		/** Which contacts the CRM's node returns: all, or a share of them. */
		returned: fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.constantFrom(0.5, 0.9)),
		repeats: fc.constantFrom(1, 1, 1, 2, 5),
		seed: fc.nat(),
		refused: fc.array(place, { maxLength: 2 }),
		crashes: rarely(8),
	}),
	{ minLength: 2, maxLength: 7 },
);
type Night =
	(typeof someNights extends fc.Arbitrary<infer Some> ? Some : never) extends Array<infer One>
		? One
		: never;

/** What people do in the application before an execution. */
export function change(customers: Customer[], { edited, renumbered, moved }: Night, night: number) {
	for (const at of renumbered) {
		const customer = customers[at];
		if (customer) customer.code = `N${night}-${at}`;
	}
	const other = customers[edited?.place ?? -1];
	if (other && edited) other.fields = { ...other.fields, City: edited.City };
	for (const at of moved) {
		const customer = customers[at];
		if (customer) customer.isListed = !customer.isListed;
	}
}

/** The list of the service. */
export function recordsOf(customers: Customer[], { isFieldLost }: Night): DataRecord[] {
	return customers.flatMap(({ code, fields, isListed }) =>
		isListed ? [{ Code: code, ...fields, ...(isFieldLost && { Phone: '' }) }] : [],
	);
}

/** What the CRM's node returns of these contacts. */
export function returnedOf(contacts: Contact[], { returned, repeats, seed }: Night): Contact[] {
	const dice = seeded(seed);
	const shown = contacts.filter(() => returned === 1 || dice() < returned);
	const often = shown.flatMap((one) => Array.from({ length: repeats }, () => ({ ...one })));
	return often
		.map((one) => ({ one, at: dice() }))
		.sort((a, b) => a.at - b.at)
		.map(({ one }) => one);
}
