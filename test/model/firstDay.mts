import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { DataRecord } from '../../nodes/CustomerData/api/page';
import type { Asked } from '../../nodes/CustomerData/compare/asked';
import type { Condition } from '../../nodes/CustomerData/parameters/onlyRecords';
import { isEqual } from '../../nodes/CustomerData/values/equality';
import { compareRows } from '../support/comparing.mts';
import { range } from '../support/range.mts';

export const FIELDS = ['Name', 'Email', 'Phone', 'City'] as const;
type Field = (typeof FIELDS)[number];
type Values = Record<Field, string>;
/** The fields that connect a contact without a code to its customer, the most reliable one first. */
export const MATCH_BY = ['Email', 'Name', 'Phone'] as const;

/** What people type into a field that must not be empty. */
const PLACEHOLDERS: Record<Field, string[]> = {
	Name: ['Test', 'n/a'],
	Email: ['none@none.com', 'n/a', '-', 'test@test.com'],
	Phone: ['0', '-', 'n/a', '000'],
	City: ['-'],
};
const ALL_PLACEHOLDERS = new Set(
	Object.values(PLACEHOLDERS).flatMap((all) => all.map((one) => one.toLowerCase())),
);
const OFFICE = 'office@group.example';
const FIRMS = ['Kaya Druck', 'Huber Bau', 'García Handel', 'Maes', 'Čermák Obst'];
const CITIES = ['Ulm', 'Bonn', 'Brugge', 'Kiel'];

/** As often as the numbers say. */
function oneOf<const Kind extends string>(...weights: Array<[Kind, number]>): fc.Arbitrary<Kind> {
	return fc.constantFrom(...weights.flatMap(([kind, weight]) => range(0, weight).map(() => kind)));
}
const rarely = (weight: number) => oneOf(['no', weight], ['yes', 1]).map((one) => one === 'yes');
const place = fc.nat(60);

/** How a contact in the CRM differs from its customer in the list. */
const spelling = fc.record({
	Name: oneOf(['same', 13], ['capitals', 2], ['suffix', 2], ['other', 2], ['none', 1]),
	Email: oneOf(['same', 12], ['capitals', 2], ['other', 2], ['none', 3], ['placeholder', 1]),
	Phone: oneOf(
		['same', 8],
		['signs', 3],
		['zero', 2],
		['groups', 1],
		['other', 2],
		['none', 3],
		['placeholder', 2],
	),
	City: oneOf(['same', 8], ['other', 1], ['none', 1]),
	isMarked: rarely(19),
});
type Spelling = typeof spelling extends fc.Arbitrary<infer One> ? One : never;

/** 400 customers, of which 60 are inactive and 12 suppliers, and about 140 contacts of them, some twice. */
const person = fc.record({
	status: oneOf(['active', 82], ['inactive', 15], ['supplier', 3]),
	Name: oneOf(['own', 36], ['before', 2], ['placeholder', 1]),
	Email: oneOf(['own', 30], ['before', 4], ['none', 3], ['placeholder', 3]),
	Phone: oneOf(['own', 28], ['before', 2], ['none', 5], ['placeholder', 5]),
	hasNumber: rarely(2),
	contacts: fc.oneof(
		{ weight: 13, arbitrary: fc.constant<Spelling[]>([]) },
		{ weight: 6, arbitrary: fc.array(spelling, { minLength: 1, maxLength: 1 }) },
		{ weight: 1, arbitrary: fc.array(spelling, { minLength: 2, maxLength: 2 }) },
	),
});
type Person = typeof person extends fc.Arbitrary<infer One> ? One : never;

/** A contact of nobody in the list, such as a bookkeeper, a namesake, or a former customer whose successor is one. */
const lead = fc.record({
	shares: oneOf(['nothing', 4], ['Email', 4], ['Name', 2], ['Phone', 2], ['office', 1]),
	of: place,
	isOfItsTown: fc.boolean(),
	others: oneOf(['own', 6], ['none', 2], ['placeholder', 2]),
	isMarked: rarely(9),
});

const night = fc.record({
	edits: fc.array(
		fc.record({
			at: place,
			field: fc.constantFrom(...FIELDS),
			to: oneOf(['new', 6], ['none', 1], ['placeholder', 1], ['that of another', 2]),
			of: place,
		}),
		{ maxLength: 2 },
	),
	arrivals: fc.array(fc.record({ person, isLead: rarely(2) }), { maxLength: 1 }),
	/** Who becomes inactive, or leaves the list, or comes back. */
	moves: fc.array(fc.record({ at: place, isGone: rarely(3) }), { maxLength: 2 }),
	recoded: fc.option(place, { freq: 6 }),
	/** The CRM refuses what it gets of every seventh customer. */
	refuses: fc.option(fc.nat(6), { freq: 3 }),
	colleague: fc.option(
		fc.record({
			does: fc.constantFrom('edits', 'deletes', 'copies', 'retypes', 'marks', 'clears'),
			at: place,
			field: fc.constantFrom(...FIELDS),
		}),
		{ freq: 2 },
	),
	/** The API key lost the right to read the field of the condition. */
	isEmptied: rarely(14),
});
export type Night = typeof night extends fc.Arbitrary<infer One> ? One : never;

const SIZE = 40;
const NIGHTS = 7;

export const stories = fc.record({
	people: fc.array(person, { minLength: SIZE, maxLength: SIZE, size: 'max' }),
	/** How many customers have the address of one office. */
	ofOffice: oneOf(['0', 5], ['2', 1], ['4', 1], ['6', 1]).map(Number),
	leads: fc.array(lead, { minLength: 2, maxLength: 7, size: 'max' }),
	/** How many codes somebody has written into the CRM by hand. */
	typed: oneOf(['0', 5], ['1', 1], ['3', 1]).map(Number),
	/** In which form the CRM keeps what it gets. */
	keeps: fc.constantFrom('exactly', 'plainly'),
	condition: fc.constantFrom('Active is true', 'Blocked is not true'),
	isConditionLate: rarely(2),
	/** How many executions read the first page of the CRM alone, until somebody notices. */
	withoutPages: oneOf(['0', 4], ['1', 1], ['2', 1]).map(Number),
	executions: fc.integer({ min: 1, max: 3 }),
	/** The CRM refuses what it gets of every seventh customer on the first day. */
	refuses: fc.option(fc.nat(6), { freq: 2 }),
	maxCreated: fc.constantFrom(100, 20),
	nights: fc.array(night, { minLength: NIGHTS, maxLength: NIGHTS, size: 'max' }),
});
export type Story = typeof stories extends fc.Arbitrary<infer One> ? One : never;

const CONDITIONS: Record<Story['condition'], Condition[]> = {
	'Active is true': [
		{ field: 'Active', isNot: false, value: 'true' },
		{ field: 'Type', isNot: true, value: 'Supplier' },
	],
	'Blocked is not true': [
		{ field: 'Blocked', isNot: true, value: 'true' },
		{ field: 'Type', isNot: false, value: 'Customer' },
	],
};

/** A customer of the application. */
interface Customer {
	id: number;
	code: string | number;
	values: Values;
	isActive: boolean;
	isSupplier: boolean;
	isListed: boolean;
}

/** A contact of the CRM. */
export type Contact = IDataObject & Values & { id: number; code: string | number; active: boolean };

type Due = Omit<Awaited<ReturnType<typeof compareRows>>, 'compared' | 'reads'>;
export type MatchedRow = Due['updated'][number]['row'];

/** One execution, as it is before anything is saved, with the truth. */
export interface Execution {
	when: 'by hand' | 'published' | 'without pages';
	/** The whole list, and what the node that reads the CRM returned. */
	records: DataRecord[];
	rows: Contact[];
	due: Due;
	/** Whether the condition wants the record, as it was read. */
	isLetIn: (record: DataRecord) => boolean;
	/** The same in truth. */
	isWanted: (record: DataRecord) => boolean;
	/** The record of the customer whose contact it is, if it is in the list. */
	ownerOf: (row: IDataObject) => DataRecord | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const meanings = new Map<unknown, string>();

/** What a person takes for the same, however it is written; empty if it says nothing. */
function meaning(value: unknown): string {
	const known = meanings.get(value);
	if (known !== undefined) return known;
	const text = String(value ?? '').toLowerCase();
	const meant = ALL_PLACEHOLDERS.has(text) ? '' : text.replace(/\(0\)|[^\p{L}\p{N}]/gu, '');
	meanings.set(value, meant);
	return meant;
}

export function isAlike(field: Field, one: Fields, other: Fields): boolean {
	return meaning(one[field]) !== '' && meaning(one[field]) === meaning(other[field]);
}

/** Whether both say something, and the same; `undefined` where one says nothing. */
export function agrees(field: Field, row: Fields, record: Fields): boolean | undefined {
	const isSaid = meaning(row[field]) !== '' && meaning(record[field]) !== '';
	return isSaid ? isEqual(record[field], row[field], 'UTC') : undefined;
}

/** Whether both say something else, however it is written. */
export function differs(field: Field, row: Fields, record: Fields): boolean {
	return agrees(field, row, record) === false && !isAlike(field, row, record);
}

export const hasCode = ({ code }: IDataObject) => code !== '';

/** A company's customers, and its CRM, which had contacts before. Only this knows whose each contact is. */
export class FirstDay {
	private readonly customers: Customer[] = [];
	private contacts: Array<{ owner: Customer | undefined; row: Contact }> = [];
	private nextId = 0;
	private conditions: Condition[];
	private createdByHand: string[] = [];
	private asked: Asked = new Map();

	constructor(
		private readonly story: Story,
		private readonly look: (execution: Execution) => void,
	) {
		this.conditions = story.isConditionLate ? [] : CONDITIONS[story.condition];
		for (const one of story.people) this.arrive(one);
		for (const { shares, of, isOfItsTown, others, isMarked } of story.leads) {
			const [id, { values }] = [this.nextId, this.customerAt(of)];
			const own = this.newValues(id, 'Lead');
			const row: Values = others === 'own' ? own : { ...own, Email: '', Phone: '' };
			if (others === 'placeholder') Object.assign(row, placeholders(id), { Name: own.Name });
			if (shares === 'office') row.Email = OFFICE;
			else if (shares !== 'nothing') row[shares] = values[shares];
			this.add(undefined, { ...row, City: isOfItsTown ? values.City : own.City }, '', !isMarked);
		}
		this.contacts.sort((one, other) => ((one.row.id * 7) % 23) - ((other.row.id * 7) % 23));
		for (const { owner, row } of this.contacts.slice(0, story.typed)) row.code = owner?.code ?? '';
	}

	/** What a published workflow would do with the CRM as it is, with this maximum. */
	async probe(maxCreated: number) {
		return await this.compare('published', { maximums: { maxCreated, maxRemovals: 100 } });
	}

	async firstDay(): Promise<void> {
		const { withoutPages, executions, isConditionLate, condition } = this.story;
		for (const _ of range(0, withoutPages)) await this.executeByHand('without pages');
		for (const _ of range(0, executions)) await this.executeByHand('by hand');
		if (!isConditionLate) return;
		this.conditions = CONDITIONS[condition];
		await this.executeByHand('by hand');
	}

	async nights(): Promise<void> {
		for (const [nth, night] of this.story.nights.entries()) {
			this.change(night, nth);
			await this.executePublished(night);
		}
	}

	/** A night in which nothing happens. */
	async quietNight(): Promise<Execution> {
		return await this.executePublished({ isEmptied: false, refuses: null });
	}

	/** A person raises what a guard names, and executes again. */
	private async executeByHand(when: Execution['when']): Promise<void> {
		for (const maxRemovals of [20, 100]) {
			const options = { maximums: { maxCreated: 100, maxRemovals } };
			const { createdByHand } = this;
			const execution = await this.compare(when, { ...options, createdByHand });
			this.look(execution);
			const { due } = execution;
			const created = due.created.map(({ key }) => key);
			if (due.stopped !== '') this.createdByHand = [];
			else if (created.length > 0) this.createdByHand = created;
			this.save(due, this.story.refuses);
			if (!due.stopped.includes('have no record')) return;
		}
	}

	private async executePublished({
		isEmptied,
		refuses,
	}: Pick<Night, 'isEmptied' | 'refuses'>): Promise<Execution> {
		const { asked } = this;
		const execution = await this.compare('published', { asked, isEmptied });
		this.look(execution);
		const { due } = execution;
		if (due.stopped === '') this.asked = due.asked;
		this.save(due, refuses);
		return execution;
	}

	private async compare(
		when: Execution['when'],
		{
			isEmptied = false,
			...options
		}: Parameters<typeof compareRows>[2] & { isEmptied?: boolean | undefined },
	): Promise<Execution> {
		const listed = this.customers.filter(({ isListed }) => isListed);
		const records = listed.map((one) => this.recordOf(one, isEmptied));
		const customerOf = new Map(records.map((record, nth) => [record, listed[nth]]));
		const recordOf = new Map(records.map((record, nth) => [listed[nth], record]));
		const ownerOf = new Map(
			this.contacts.map(({ row, owner }) => [row.id, owner && recordOf.get(owner)]),
		);
		const all = this.contacts.map(({ row }) => ({ ...row }));
		const isPart = when === 'without pages';
		const rows = isPart ? all.slice(0, this.story.people.length / 4) : all;
		const isUnattended = when === 'published';
		const { conditions } = this;
		const found = await compareRows(records, rows, {
			...options,
			fields: [...FIELDS],
			by: [...MATCH_BY],
			conditions,
			isUnattended,
		}).catch(stoppedBy);
		const due = found.stopped === '' ? found : { ...found, ...NOTHING };
		return {
			when,
			records,
			rows,
			due,
			isLetIn: (record) =>
				conditions.length === 0 ||
				(record.Type === 'Customer' && (isEmptied || record.Active === true)),
			isWanted: (record) => conditions.length === 0 || isOfCrm(customerOf.get(record)),
			ownerOf: ({ id }) => ownerOf.get(Number(id)),
		};
	}

	private recordOf(
		{ code, values, isActive, isSupplier }: Customer,
		isEmptied: boolean,
	): DataRecord {
		const Type = isSupplier ? 'Supplier' : 'Customer';
		const condition = isEmptied
			? { Active: null, Blocked: null }
			: { Active: isActive, Blocked: !isActive };
		return { Code: code, ...values, Type, ...condition };
	}

	/** Saves what is output, as CRMs do. */
	private save(due: Due, refuses: number | null): void {
		const accepted = (key: unknown) => {
			const customer = this.customers.find(({ code }) => String(code) === key);
			return customer && customer.id % 7 !== refuses ? customer : undefined;
		};
		for (const { key } of due.created) {
			const customer = accepted(JSON.parse(key));
			if (customer) this.add(customer, this.kept(customer.values), customer.code, true);
		}
		for (const { row } of due.updated) {
			const customer = accepted(JSON.parse(row.key));
			const contact = this.contactWith(row.input.id);
			if (!customer || !contact) continue;
			const { code, values } = customer;
			Object.assign(contact.row, { code, active: true }, this.kept(values));
			contact.owner = customer;
		}
		for (const { row } of due.removed) {
			const contact = this.contactWith(row.input.id);
			if (!contact) continue;
			contact.row.active = false;
			if (!row.isMatched) continue;
			contact.row.code = JSON.parse(row.key);
			contact.owner = this.customers.find(({ code }) => String(code) === contact.row.code);
		}
	}

	private kept(values: Values): Values {
		if (this.story.keeps === 'exactly') return values;
		const Phone = values.Phone.replace(/(?<=^\+49.*)\D/g, '');
		return { ...values, Email: values.Email.toLowerCase(), Phone };
	}

	/** What happens in the application and in the CRM before an execution. */
	private change({ edits, arrivals, moves, recoded, colleague }: Night, nth: number): void {
		for (const { at, field, to, of } of edits) {
			const customer = this.customerAt(at);
			const value = {
				new: this.newValues(1000 + 100 * nth + at, 'New')[field],
				none: '',
				placeholder: placeholders(at)[field],
				'that of another': this.customerAt(of).values[field],
			}[to];
			customer.values = { ...customer.values, [field]: value };
		}
		for (const { person, isLead } of arrivals) {
			const customer = this.arrive({ ...person, contacts: isLead ? [] : person.contacts });
			const lead = this.contacts.find(({ owner, row }) => !owner && row.active && !hasCode(row));
			if (!isLead || !lead) continue;
			lead.owner = customer;
			const { Name, Email, Phone, City } = lead.row;
			customer.values = { Name, Email, Phone, City };
		}
		for (const { at, isGone } of moves) {
			const customer = this.customerAt(at);
			if (isGone) customer.isListed = !customer.isListed;
			else customer.isActive = !customer.isActive;
		}
		if (recoded !== null) this.customerAt(recoded).code = `N${nth}-${recoded}`;
		if (colleague) this.work(colleague, nth);
	}

	private work({ does, at, field }: NonNullable<Night['colleague']>, nth: number): void {
		const contact = this.contacts[at % this.contacts.length];
		if (!contact) return;
		const { owner, row } = contact;
		const { Name, Email, Phone, City, code, active } = row;
		if (does === 'edits') row[field] = this.newValues(2000 + 100 * nth + at, 'Edited')[field];
		else if (does === 'deletes') this.contacts = this.contacts.filter((one) => one !== contact);
		else if (does === 'marks') row.active = false;
		else if (does === 'clears') row.code = '';
		else this.add(owner, { Name, Email, Phone, City }, does === 'copies' ? code : '', active);
	}

	private arrive({ status, hasNumber, contacts, ...kinds }: Person): Customer {
		const id = this.customers.length;
		const own = this.newValues(id, FIRMS[id % FIRMS.length] ?? '');
		const before = this.customers[id - 1]?.values ?? own;
		const valueOf = (field: 'Name' | 'Email' | 'Phone') => {
			const which = { own, before, placeholder: placeholders(id), none: undefined }[kinds[field]];
			return which?.[field] ?? '';
		};
		const Email = id < this.story.ofOffice ? OFFICE : valueOf('Email');
		const customer: Customer = {
			id,
			code: hasNumber ? 100_000 + id : `K${String(id).padStart(5, '0')}`,
			values: { Name: valueOf('Name'), Email, Phone: valueOf('Phone'), City: own.City },
			isActive: status !== 'inactive',
			isSupplier: status === 'supplier',
			isListed: true,
		};
		this.customers.push(customer);
		for (const spelling of contacts) {
			const values = this.spelled(customer.values, spelling);
			this.add(customer, values, '', !spelling.isMarked);
		}
		return customer;
	}

	private spelled({ Name, Email, Phone, City }: Values, how: Spelling): Values {
		const other = this.newValues(3000 + this.nextId, 'Contact');
		const none = '';
		return {
			Name: {
				same: Name,
				capitals: Name.toUpperCase(),
				suffix: `${Name} GmbH`,
				other: other.Name,
				none,
			}[how.Name],
			Email: {
				same: Email,
				capitals: Email.toUpperCase(),
				other: other.Email,
				none,
				placeholder: placeholders(this.nextId).Email,
			}[how.Email],
			Phone: {
				same: Phone,
				signs: Phone.replace(/\D/g, ''),
				zero: Phone.replace(' ', ' (0)'),
				groups: Phone.replace(/(\d\d)$/, ' $1'),
				other: other.Phone,
				none,
				placeholder: placeholders(this.nextId).Phone,
			}[how.Phone],
			City: { same: City, other: other.City, none }[how.City],
		};
	}

	private newValues(id: number, name: string): Values {
		return {
			Name: `${name} ${id}`,
			Email: `info@${name.replaceAll(' ', '-')}-${id}.example`,
			Phone: `+49 731 55${4000 + id}`,
			City: CITIES[id % CITIES.length] ?? '',
		};
	}

	private add(owner: Customer | undefined, values: Values, code: string | number, active: boolean) {
		this.contacts.push({ owner, row: { id: this.nextId, code, ...values, active } });
		this.nextId += 1;
	}

	private contactWith(id: unknown) {
		return this.contacts.find(({ row }) => row.id === id);
	}

	private customerAt(place: number): Customer {
		const customer = this.customers[place % this.customers.length];
		if (!customer) throw new Error('a company without customers');
		return customer;
	}
}

function placeholders(nth: number): Values {
	const { Name, Email, Phone, City } = PLACEHOLDERS;
	const one = (some: string[]) => some[nth % some.length] ?? '';
	return { Name: one(Name), Email: one(Email), Phone: one(Phone), City: one(City) };
}

function isOfCrm(customer: Customer | undefined): boolean {
	return customer?.isActive === true && !customer.isSupplier;
}

const NOTHING = { created: [], updated: [], removed: [] };

/** An execution that fails before it compares anything. */
function stoppedBy(error: unknown): Due {
	const stopped = error instanceof Error ? error.message : String(error);
	const nobody = { stop: undefined, errors: [], named: '' };
	return { ...NOTHING, ...nobody, fates: [], asked: new Map(), stopped };
}
