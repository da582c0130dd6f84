import type { DataRecord } from '../api/page';
import { OVERLAP, type Places } from './tail';

/** The largest group of equal rows that a read copes with, as a share of a page: 20 of 50. */
const GROUP = 0.4;

/** How many records in a row show where to continue if neighbors change places: two such groups. */
const IN_ANY_ORDER = 2 * GROUP;

/** The same in a stable order; fewer on a page that starts further back than such a group. */
const IN_ORDER = GROUP + 0.04;
const FEW_IN_ORDER = 0.12;

/** How far back to look for the place to continue, in pages; then five times as far each time. */
const LOOKS = [0.5, 0.6, 0.7, 1];

/** Where a page continues what was read. */
export interface ResumePoint {
	/** How many of the records read so far stay. */
	kept: number;
	/** Which records of the page come next, by their index. */
	fresh: number[];
}

/** A page, compared with what was read. */
export interface Comparison {
	places: Places;
	/** With how many of the last records the page begins; several numbers if records are equal. */
	overlaps: number[];
	/** Records read so far. */
	count: number;
	/** How many places the page starts before the end of what was read. */
	back: number;
	/** Records on a full page. */
	size: number;
	/** By how many places neighbors stand before those that they came after. */
	setbacks: number[];
	/** Whether neighbors were seen to change places. */
	isUnordered: boolean;
}

export function findResumePoint(page: Comparison): ResumePoint | undefined {
	return inOrder(page) ?? conserved(page) ?? afterRow(page);
}

/** The page begins with some of the last records, and holds no other that was read. */
function inOrder({ places, count, overlaps, isUnordered }: Comparison): ResumePoint | undefined {
	const [length, ...others] = overlaps;
	if (isUnordered || length === undefined || others.length > 0) return undefined;
	const isOlder = (place = count) => place < count - length;
	if (places.some(isOlder)) return undefined;
	return { kept: count, fresh: indexesOf(places).slice(length) };
}

/**
 * The page starts `back` places before the end of what was read. If exactly so many of its records were
 * read, nothing new stands in those places: the others come next, in whatever order. A record that was
 * edited meanwhile must not count as one of the others.
 */
function conserved({ places, count, back, setbacks }: Comparison): ResumePoint | undefined {
	const known = new Set(places.filter((place) => place !== undefined));
	let sure = 0;
	while (known.has(count - 1 - sure)) sure += 1;
	// Those that are missing stand before the page, in a group that is cut at its start.
	const least = Math.max(OVERLAP, back / 3, back - 2 * Math.max(0, ...setbacks) - 1);
	if (back === OVERLAP || known.size !== back || sure < least) return undefined;
	const first = places.findIndex((place = -1) => place >= count - sure);
	if (places.slice(0, first).includes(undefined)) return undefined;
	return { kept: count, fresh: indexesOf(places).filter((index) => places[index] === undefined) };
}

/**
 * Continues after the last row of records that all stand on the page. If neighbors change places, a group
 * that is not read to its end mixes only with the second half of that row, and a group of earlier records,
 * one of which was edited meanwhile, only with the first half.
 */
function afterRow({
	places,
	back,
	size,
	setbacks,
	isUnordered,
}: Comparison): ResumePoint | undefined {
	const least = (share: number) => Math.max(OVERLAP, Math.round(share * size));
	const rows = rowsIn(places);
	const isFew = !isUnordered && back >= size / 2 && rows.flat().length !== back;
	const isSorted = setbacks.length === 0;
	const length = least(isSorted ? (isFew ? FEW_IN_ORDER : IN_ORDER) : IN_ANY_ORDER);
	const row = rows.find((one) => one.length >= length);
	if (!row) return undefined;
	const [end = 0] = row;
	const at = row.slice(0, length).map((place) => places.indexOf(place));
	const anchors = at.slice(isFew && isSorted ? 0 : Math.min(least(GROUP), length - OVERLAP));
	// Others can have moved one of them, so the second one counts.
	const [, from = 0] = anchors.sort((one, other) => other - one);
	const to = Math.max(...at);
	const isNext = (index: number) => index > to || (places[index] ?? Infinity) > end;
	return {
		kept: end + 1,
		fresh: indexesOf(places).filter((index) => index > from && isNext(index)),
	};
}

/**
 * The offset to look at next, after one that did not show where to continue.
 *
 * @param at where the read stands
 * @param stride how many places a page has
 */
export function placeBefore(offset: number, at: number, stride: number): number {
	const places = LOOKS.map((look) => Math.floor(at - look * stride));
	const found = places.find((place) => place < offset);
	return Math.max(0, found ?? at - 5 * (at - offset));
}

/** By how many places the order goes backwards, each time. Larger steps are records that others moved. */
export function setbacksIn(places: Places, size: number): number[] {
	const known = places.filter((place) => place !== undefined);
	const steps = known.map((place, index) => (known[index - 1] ?? place) - place);
	return steps.filter((step) => step > 0 && step <= GROUP * size);
}

/** Consecutive places, a row each, from the highest to the lowest. */
function rowsIn(places: Places): number[][] {
	const known = places.filter((place) => place !== undefined).sort((one, other) => other - one);
	const rows: number[][] = [];
	for (const [index, place] of known.entries()) {
		if (known[index - 1] === place + 1) rows.at(-1)?.push(place);
		else rows.push([place]);
	}
	return rows;
}

function indexesOf(places: Places): number[] {
	return [...places.keys()];
}

/** Whether every record differs a little, as if the service put the current time into each. */
export function differsThroughout(records: DataRecord[], again: DataRecord[]): boolean {
	const pairs = records.map((record, index) => [record, again[index] ?? {}] as const);
	return pairs.every(
		([one, other]) => JSON.stringify(one) !== JSON.stringify(other) && areAlike(one, other),
	);
}

/** Whether the records share at least half of their fields. */
function areAlike(one: DataRecord, other: DataRecord): boolean {
	const fields = Object.entries(one);
	const same = fields.filter(
		([name, value]) => JSON.stringify(value) === JSON.stringify(other[name]),
	);
	return 2 * same.length >= fields.length;
}
