/** A date as it is written, with or without a time; in milliseconds. */
interface Moment {
	/** What the clock shows, since that of 1970. */
	clock: number;
	/** The same in UTC; `undefined` where the text names no time zone. */
	instant: number | undefined;
}

const HOUR = 3_600_000;

/** ISO 8601, with what databases and Salesforce make of it: a space for T, "+00" and "+0000". */
const DATE =
	/^(\d{4}-\d\d-(\d\d))(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[-+]\d\d(?::?\d\d)?)?)?$/;
/** Milliseconds since 1970, as HubSpot returns a date. */
const EPOCH = /^-?\d{1,14}$/;
/** Days since the end of 1899, with the time as a fraction, as Excel keeps a date; from 1927 to 2173. */
const EXCEL_DAYS = /^[1-9]\d{4}(?:\.\d+)?$/;
const EXCEL_OF_1970 = 25_569;

/**
 * Whether two texts, one of them an ISO date, name the same moment; less than a second may lie between, because not
 * all systems keep fractions. A text without a time zone shows a clock in UTC, in `timeZone`, or in the zone that the
 * other text names; two such texts show the same clock.
 *
 * @param timeZone an IANA name; UTC alone counts where it is none
 */
export function isSameMoment(one: string, other: string, timeZone: string): boolean {
	if (!DATE.test(one) && !DATE.test(other)) return false;
	const [first, second] = [momentIn(one), momentIn(other)];
	if (!first || !second) return false;
	if (first.instant !== undefined && second.instant !== undefined) {
		return isNear(first.instant, second.instant);
	}
	const [zoneless, { clock, instant }] =
		first.instant === undefined ? [first, second] : [second, first];
	if (instant === undefined) return isNear(zoneless.clock, clock);
	const clocks = [clock, instant, clockIn(timeZone, instant)];
	// Where daylight saving starts at midnight, that day has none. Most programs, n8n included, then go on with
	// the clock of the hour before.
	clocks.push(clockIn(timeZone, instant - HOUR) + HOUR);
	return clocks.some((shown) => isNear(shown, zoneless.clock));
}

function isNear(one: number, other: number): boolean {
	return Math.abs(one - other) < 1_000;
}

/** The moment that a text names; `undefined` for other text, and for a day, time or zone that there is not. */
function momentIn(text: string): Moment | undefined {
	if (EXCEL_DAYS.test(text)) {
		return { clock: Math.round((Number(text) - EXCEL_OF_1970) * 24 * HOUR), instant: undefined };
	}
	if (EPOCH.test(text)) return { clock: Number(text), instant: Number(text) };
	const [, date, day, time = '00:00', zone] = DATE.exec(text) ?? [];
	const clock = Date.parse(`${date}T${time}Z`);
	// For February 30, Date.parse gives a day in March.
	if (new Date(clock).getUTCDate() !== Number(day)) return undefined;
	if (zone === undefined) return { clock, instant: undefined };
	// JavaScript takes an offset only with minutes.
	const instant = Date.parse(`${date}T${time}${zone.replace(/^.\d\d$/, '$&00')}`);
	return Number.isNaN(instant) ? undefined : { clock, instant };
}

/** What a clock in the time zone shows at an instant. */
function clockIn(timeZone: string, instant: number): number {
	// In Sweden, people write dates as in ISO 8601.
	return Date.parse(`${formatterFor(timeZone).format(instant)}Z`);
}

/** To make one takes longer than to use it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string): Intl.DateTimeFormat {
	const formatter = formatters.get(timeZone) ?? newFormatter(timeZone);
	formatters.set(timeZone, formatter);
	return formatter;
}

function newFormatter(timeZone: string): Intl.DateTimeFormat {
	try {
		return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	} catch {
		return newFormatter('UTC');
	}
}
