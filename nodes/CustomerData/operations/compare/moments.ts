/** A date as it is written, with or without a time. */
interface Moment {
	/** What the clock shows, in milliseconds since that of 1970. */
	clock: number;
	/** The same in UTC; `undefined` where the text names no time zone. */
	instant: number | undefined;
	/** Whether it is known to the millisecond. */
	isExact: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** ISO 8601, and what PostgreSQL ("+00"), Salesforce ("+0000") and MySQL (a space, no zone) make of it. */
const DATE =
	/^(\d{4}-\d\d-(\d\d))(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?: ?(?:(Z|UTC|GMT)|([-+])(0\d|1[0-5])(?::?([0-5]\d))?))?)?$/i;
/** Milliseconds since 1970, as HubSpot returns a date. */
const EPOCH = /^-?\d{1,14}$/;

/**
 * Whether two texts, one of them an ISO date, name the same moment. A text without a time zone shows a clock in
 * UTC, in `timeZone`, or in the zone that the other text names; two such texts show the same clock. Where one
 * of them has no fraction of a second, less than a second may lie between.
 *
 * @param timeZone an IANA name; UTC alone counts where it is none
 */
export function isSameMoment(one: string, other: string, timeZone: string): boolean {
	if (!isDateLike(one) && !isDateLike(other)) return false;
	const [first, second] = [momentIn(one), momentIn(other)];
	if (!first || !second) return false;
	const tolerance = first.isExact && second.isExact ? 1 : 1_000;
	const isNear = (a: number, b: number) => Math.abs(a - b) < tolerance;
	if (first.instant !== undefined && second.instant !== undefined) {
		return isNear(first.instant, second.instant);
	}
	if (isNear(first.clock, second.clock)) return true;
	const instant = first.instant ?? second.instant;
	if (instant === undefined) return false;
	const { clock } = first.instant === undefined ? first : second;
	if (isNear(clock, instant)) return true;
	// No zone is further from UTC.
	if (Math.abs(clock - instant) > DAY) return false;
	const ahead = aheadIn(timeZone, instant);
	if (isNear(clock, instant + ahead)) return true;
	// Where daylight saving starts at midnight, that day has none. Most programs, n8n included, then go on with
	// the offset of the hour before.
	const before = aheadIn(timeZone, instant - HOUR);
	return before < ahead && isNear(clock, instant + before);
}

/** A cheap look, because most values are no dates. */
function isDateLike(text: string): boolean {
	return text[4] === '-' && text[7] === '-';
}

/** The moment that a text names; `undefined` for other text, and for a day or time that no calendar has. */
function momentIn(text: string): Moment | undefined {
	if (EPOCH.test(text)) return { clock: Number(text), instant: Number(text), isExact: true };
	const [, date, day, time, seconds = '00', fraction, utc, sign, hours, minutes = '0'] =
		DATE.exec(text) ?? [];
	if (date === undefined) return undefined;
	const whole = Date.parse(`${date}T${time ?? '00:00'}:${seconds}Z`);
	// For February 30, Date.parse gives a day in March.
	if (new Date(whole).getUTCDate() !== Number(day)) return undefined;
	const clock = whole + Number(`0.${fraction ?? 0}`) * 1_000;
	const isExact = time === undefined || fraction !== undefined;
	if (utc !== undefined) return { clock, instant: clock, isExact };
	if (hours === undefined) return { clock, instant: undefined, isExact };
	const ahead = Number(hours) * HOUR + (Number(minutes) * HOUR) / 60;
	return { clock, instant: sign === '-' ? clock + ahead : clock - ahead, isExact };
}

const OFFSET = /([-+])(\d\d):(\d\d)(?::(\d\d))?$/;

/** How many milliseconds a clock in the time zone is ahead of UTC. */
function aheadIn(timeZone: string, instant: number): number {
	// E.g. "3/2/2024, GMT+01:00"; seconds are those of the 19th century.
	const shown = formatterFor(timeZone)?.format(instant) ?? '';
	const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(shown) ?? [];
	const ahead = Number(hours) * HOUR + Number(minutes) * 60_000 + Number(seconds) * 1_000;
	return sign === '-' ? -ahead : ahead;
}

/** To make one takes longer than to use it a hundred times. */
const formatters = new Map<string, Intl.DateTimeFormat | undefined>();

function formatterFor(timeZone: string): Intl.DateTimeFormat | undefined {
	if (!formatters.has(timeZone)) formatters.set(timeZone, newFormatter(timeZone));
	return formatters.get(timeZone);
}

function newFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
	} catch {
		return undefined;
	}
}
