import { base, de, en, Faker } from '@faker-js/faker';
import { quicklySeeded } from './random.mts';

const faker = new Faker({ locale: [de, en, base], randomizer: quicklySeeded() });

export type DataRecord = Record<string, unknown>;

/** Makes a record from its index alone, so the five-millionth costs as much as the first. */
export type RecordMaker = (index: number) => DataRecord;

const PAYMENT_TERMS = ['Prepayment', 'Due at once', '14 days net', '30 days net', '60 days net'];
const DELIVERY_CONDITIONS = ['Collected', 'Delivered free', 'Carriage forward', 'Express'];
const SECTORS = [
	'Wholesale',
	'Retail',
	'Crafts',
	'Hospitality',
	'Public sector',
	'Export',
	'Online',
];
const GROUP_CODES = 'G000';
const pick = faker.helpers.arrayElement<string>;

/** Specification, section 2.2. */
export const customerGroup = maker(2, GROUP_CODES, () => ({
	Description: `${pick(SECTORS)} ${faker.location.city()}`,
	PaymentCondition: pick(PAYMENT_TERMS),
	DeliveryCondition: pick(DELIVERY_CONDITIONS),
	Active: faker.datatype.boolean(0.9),
}));

/** The specification does not show a customer's fields (section 2.3); these are common ones. */
export function customerIn(groupCount: number): RecordMaker {
	return maker(1, 'C000000', (code) => ({
		...company(code),
		GroupCode: groupCount > 0 ? codeLike(GROUP_CODES, faker.number.int(groupCount - 1)) : '',
		CreditLimit: faker.number.int({ max: 500 }) * 100,
		PaymentCondition: pick(PAYMENT_TERMS),
		Active: faker.datatype.boolean(0.9),
	}));
}

/** Not in the specification, which says that there are more operations than it names. */
export const supplier = maker(3, 'S000000', (code) => ({
	...company(code),
	DeliveryCondition: pick(DELIVERY_CONDITIONS),
	Active: faker.datatype.boolean(0.9),
}));

function maker(seed: number, codes: string, fields: (code: string) => DataRecord): RecordMaker {
	return (index) => {
		faker.seed([seed, index]);
		const Code = codeLike(codes, index);
		return { Code, ...fields(Code) };
	};
}

function codeLike(example: string, index: number): string {
	return example[0] + String(index + 1).padStart(example.length - 1, '0');
}

function company(code: string): DataRecord {
	const contact = { firstName: faker.person.firstName(), lastName: faker.person.lastName() };
	return {
		Name: faker.company.name(),
		ContactName: `${contact.firstName} ${contact.lastName}`,
		Email:
			`${faker.helpers.slugify(faker.internet.username(contact))}.${code}@example.com`.toLowerCase(),
		// 555-01xx is reserved for fiction.
		Phone: faker.helpers.replaceSymbols('+1 ### 555 01##'),
		Street: `${faker.location.street()} ${faker.location.buildingNumber()}`,
		PostalCode: faker.location.zipCode(),
		City: faker.location.city(),
		Country: 'DE',
		VatNumber: faker.helpers.replaceSymbols('DE#########'),
	};
}
