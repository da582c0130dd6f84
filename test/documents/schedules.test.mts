import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exampleFiles, readExample } from '../../harness/workflow/examples.mts';

const MINUTE = 60_000;
const NIGHT_AND_DAY = 24 * 60;
const DAY = NIGHT_AND_DAY * MINUTE;
const YEAR = 2026;

const rulesSchema = z.object({
	interval: z.array(
		z.object({ triggerAtHour: z.number(), triggerAtMinute: z.number().default(0) }),
	),
});

/** When the examples start, in minutes after midnight. */
const starts = exampleFiles().flatMap((file) =>
	readExample(file).nodes.flatMap(({ type, parameters: { rule } }) => {
		if (!type.endsWith('.scheduleTrigger')) return [];
		const rules = rulesSchema.parse(rule).interval;
		return rules.map(({ triggerAtHour, triggerAtMinute }) => triggerAtHour * 60 + triggerAtMinute);
	}),
);

describe('the schedules in the examples', () => {
	it('start at times that every night has, and has once, in each time zone', () => {
		expect(starts.length).toBeGreaterThan(20);
		const changes = Intl.supportedValuesOf('timeZone').flatMap(changesIn);
		// Where clocks go forward from 3 to 4, or back.
		expect(changes.filter(({ zone }) => zone === 'Europe/Helsinki')).toHaveLength(2);
		const hit = changes.filter(({ from, minutes }) =>
			starts.some((start) => (start - from + NIGHT_AND_DAY) % NIGHT_AND_DAY < minutes),
		);
		expect(hit).toEqual([]);
	});
});

interface Change {
	zone: string;
	/** The first minute that is skipped or repeated, after midnight, and how many there are. */
	from: number;
	minutes: number;
}

/** What a time zone skips or repeats in a year. */
function changesIn(zone: string): Change[] {
	const format = new Intl.DateTimeFormat('en', {
		timeZone: zone,
		hour: 'numeric',
		minute: 'numeric',
		hourCycle: 'h23',
		timeZoneName: 'longOffset',
	});
	const clock = (time: number) => {
		const [, hour, minute, offset] = /^(\d+):(\d+) (.*)$/.exec(format.format(time)) ?? [];
		return { minutes: Number(hour) * 60 + Number(minute), offset };
	};
	const days = Array.from({ length: 365 }, (_, day) => Date.UTC(YEAR, 0, 1) + day * DAY);
	return days.flatMap((day) => {
		if (clock(day).offset === clock(day + DAY).offset) return [];
		let [before, after] = [day, day + DAY];
		while (after - before > MINUTE) {
			const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
			if (clock(middle).offset === clock(day).offset) before = middle;
			else after = middle;
		}
		const [old, now] = [clock(before).minutes + 1, clock(after).minutes];
		const forward = (now - old + NIGHT_AND_DAY) % NIGHT_AND_DAY;
		const isForward = forward < NIGHT_AND_DAY / 2;
		return [
			{ zone, from: isForward ? old : now, minutes: isForward ? forward : NIGHT_AND_DAY - forward },
		];
	});
}
