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

const CUSTOMER_SEED = 1;
const CUSTOMER_GROUP_SEED = 2;
const SUPPLIER_SEED = 3;

/** Specification, section 2.2. */
export function customerGroup(index: number): DataRecord {
	faker.seed([CUSTOMER_GROUP_SEED, index]);
	return {
		Code: groupCode(index),
		Description: `${faker.helpers.arrayElement(SECTORS)} ${faker.location.city()}`,
		PaymentCondition: faker.helpers.arrayElement(PAYMENT_TERMS),
		DeliveryCondition: faker.helpers.arrayElement(DELIVERY_CONDITIONS),
		Active: faker.datatype.boolean(0.9),
	};
}

/** The specification does not show a customer's fields (section 2.3); these are common ones. */
export function customerIn(groupCount: number): RecordMaker {
	return (index) => {
		faker.seed([CUSTOMER_SEED, index]);
		const code = numbered('C', index, 6);
		return {
			Code: code,
			...company(code),
			GroupCode: groupCount > 0 ? groupCode(faker.number.int(groupCount - 1)) : '',
			CreditLimit: faker.number.int({ max: 500 }) * 100,
			PaymentCondition: faker.helpers.arrayElement(PAYMENT_TERMS),
			Active: faker.datatype.boolean(0.9),
		};
	};
}

/** Not in the specification, which says that there are more operations than it names. */
export function supplier(index: number): DataRecord {
	faker.seed([SUPPLIER_SEED, index]);
	const code = numbered('S', index, 6);
	return {
		Code: code,
		...company(code),
		DeliveryCondition: faker.helpers.arrayElement(DELIVERY_CONDITIONS),
		Active: faker.datatype.boolean(0.9),
	};
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

function groupCode(index: number): string {
	return numbered('G', index, 3);
}

function numbered(prefix: string, index: number, digits: number): string {
	return prefix + String(index + 1).padStart(digits, '0');
}
