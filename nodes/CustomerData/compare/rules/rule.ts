import type { Compared } from '../comparison';
import type { Fate, Held } from '../fates';

/** A reason to hold something back: which fates it doubts, what it makes of them, and what it says. */
export type Rule = (compared: Compared) => Fate[];

/** The fates that a rule does not doubt, then those that it holds back: each rule is heard after those before it. */
export function holdBack(fates: Fate[], judge: (one: Fate) => Held | undefined): Fate[] {
	const held: Held[] = [];
	const left = fates.filter((one) => {
		const doubted = judge(one);
		if (doubted) held.push(doubted);
		return !doubted;
	});
	return [...left, ...held];
}
