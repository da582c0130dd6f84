import type { Page } from '../api/page';
import type { Memory, Places, Step } from './memory';

/** The records that two pages have to share. One can stand there because others moved it; two hardly can. */
export const OVERLAP = 2;

/**
 * The largest group of equal rows that can stand whole where two pages overlap, as a share of a page. With less, a
 * page could cut a group at both ends; with more, each page brings too few new records.
 */
export const LARGEST_GROUP = 0.4;

/** The place of a page, and what pages have shown of the service. */
export interface Where {
	/** How many places the page starts before the end of what was read. */
	back: number;
	/** Records on a full page. */
	size: number;
	/** How many of the last records it begins with, as they were read; `undefined` if that is open. */
	overlap: number | undefined;
	/** How many of these places the service may have left empty, because it counts records that it does not return. */
	gaps: number;
	/** Whether no neighbors were seen to change places. */
	isStable: boolean;
}

interface Placed extends Where {
	page: Page;
	places: Places;
	count: number;
	overlap: number;
	/** How many records in a row others cannot have moved along. */
	least: number;
}

/**
 * A page is one moment: a piece of the list without gaps. So it continues what was read if nothing unread can
 * stand before it. There are three ways to be certain of that.
 */
export function nextIn(page: Page, memory: Memory, where: Where): Step | undefined {
	const overlap = where.isStable ? where.overlap : 0;
	if (overlap === undefined) return undefined;
	const { count, hasGaps } = memory;
	const places = memory.placesOf(memory.idsOf(page.records));
	// Others can have moved either one of two.
	const least = Math.max(
		hasGaps ? OVERLAP : OVERLAP + 1,
		Math.round((LARGEST_GROUP / 2) * where.size),
	);
	const placed = { ...where, page, places, count, overlap, least };
	return afterOverlap(placed) ?? afterFullPlaces(placed) ?? afterRow(placed);
}

/**
 * The page begins with the last records as they were read, and holds no earlier one. Or it begins with more of them
 * than others can have moved along: then an earlier one stands twice.
 */
function afterOverlap({ page, places, count, overlap, least }: Placed): Step | undefined {
	const isEarlier = (place = count) => place < count - overlap;
	const isSure = overlap >= least || !places.some(isEarlier);
	if (overlap === 0 || !isSure) return undefined;
	return { page, kept: count, fresh: [...places.keys()].slice(overlap) };
}

/**
 * The page starts some places before the end of what was read, and has as many known records. So these fill the places,
 * in any order.
 */
function afterFullPlaces({ page, places, count, back, gaps }: Placed): Step | undefined {
	const rows = rowsIn(places);
	const [last = []] = rows;
	const known = rows.flat().length;
	if (gaps > 0 || back <= OVERLAP || known !== back) return undefined;
	// An edited record that is not known any more must not make up for one too many.
	const isLast = last[0] === count - 1 && last.length >= Math.max(OVERLAP, back / 3);
	const fresh = [...places.keys()].filter((index) => places[index] === undefined);
	const begin = Math.min(...indexesOf(last, places));
	if (!isLast || !fresh.every((index) => index > begin)) return undefined;
	return { page, kept: count, fresh };
}

/**
 * In a stable order, the page shows a row of records, one after the other as they were read, that others cannot have
 * moved along. What was read after it is gone or edited, and is dropped.
 */
function afterRow({ page, places, overlap, least, isStable }: Placed): Step | undefined {
	if (!isStable || overlap > 0) return undefined;
	const longEnough = rowsIn(places).find(({ length }) => length >= least);
	if (!longEnough) return undefined;
	const row = longEnough.slice(0, least);
	const end = Math.max(...row);
	const rowIndexes = indexesOf(row, places);
	// Others can have moved one of them, so the second one counts.
	const from = Math.min(...rowIndexes.slice(1));
	const to = Math.max(...rowIndexes);
	// If later records stand before it, the row is of other records that equal the known ones.
	const isLater = (place = 0) => place > end;
	if (places.slice(0, from).filter(isLater).length >= OVERLAP) return undefined;
	const isNext = (index: number) => index > to || (places[index] ?? Infinity) > end;
	const fresh = [...places.keys()].filter((index) => index > from && isNext(index));
	return { page, kept: end + 1, fresh };
}

/** By how many places the order goes backwards, each time. Larger steps are records that others moved. */
export function setbacksIn(places: Places, size: number): number[] {
	const known = places.filter((place) => place !== undefined);
	const steps = known.map((place, index) => (known[index - 1] ?? place) - place);
	return steps.filter((step) => step > 0 && step <= LARGEST_GROUP * size);
}

function indexesOf(row: number[], places: Places): number[] {
	return row.map((place) => places.indexOf(place)).sort((one, other) => one - other);
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
