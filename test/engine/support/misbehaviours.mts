import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** From 0 up to 1, like `Math.random`. */
type Random = () => number;

/** Sends a whole answer to the client in a way of its own. */
type Misbehave = (client: Socket, answer: Buffer, random: Random) => unknown;

/** How a network can spoil an answer so that its receiver can tell. */
export const MISBEHAVIOURS = {
	'reset before the answer': (client) => client.resetAndDestroy(),
	'reset in the middle of the answer': (client, answer, random) =>
		client.write(partOf(answer, random), () => client.resetAndDestroy()),
	'closed in the middle of the answer': (client, answer, random) =>
		client.end(partOf(answer, random)),
	'stalled in the middle of the answer': (client, answer, random) =>
		client.write(partOf(answer, random)),
	'trickling, and done in time': async (client, answer, random) => {
		for (let sent = 0; sent < answer.length; await sleep(1)) {
			// Few bytes at first, so that the head and a letter of several bytes come in pieces.
			const size = 1 + Math.floor(random() * Math.max(3, sent));
			client.write(answer.subarray(sent, sent + size));
			sent += size;
		}
		client.end();
	},
	'trickling for too long': async (client, answer) => {
		for (let sent = 0; sent < answer.length && client.writable; sent += 3) {
			client.write(answer.subarray(sent, sent + 3));
			await sleep(20);
		}
		client.end();
	},
	'garbled in its first word': (client, answer, random) =>
		client.end(garbled(answer, 0, FIRST_WORD.length, random)),
	'garbled in its head': (client, answer, random) =>
		client.end(garbled(answer, FIRST_WORD.length, headLength(answer), random)),
	'garbled in its body': (client, answer, random) =>
		client.end(garbled(answer, headLength(answer), answer.length, random)),
	'declared longer or shorter than it is': (client, answer, random) => {
		const change = Math.floor(random() * 100) + 1;
		client.end(withLength(answer, (length) => length + (random() < 0.5 ? change : -change)));
	},
} satisfies Record<string, Misbehave>;

export type Misbehaviour = keyof typeof MISBEHAVIOURS;

export const KINDS = Object.keys(MISBEHAVIOURS).filter(isMisbehaviour);

function isMisbehaviour(name: string): name is Misbehaviour {
	return name in MISBEHAVIOURS;
}

/** The first bytes of the answer: none, some, or all but the last. */
function partOf(answer: Buffer, random: Random): Buffer {
	return answer.subarray(0, random() * answer.length);
}

/** Without it, an answer is not HTTP. */
const FIRST_WORD = 'HTTP/';

function headLength(answer: Buffer): number {
	return answer.indexOf('\r\n\r\n') + 4;
}

/**
 * The answer with a byte between `start` and `end` replaced, or one more in front of it. The byte is
 * a control character: neither a head nor JSON may hold one, so it is noticed wherever it is. Other
 * bytes could turn a value into another one, such as `true` in `x-page-more` or a letter in a name,
 * and over plain HTTP no receiver can know.
 */
function garbled(answer: Buffer, start: number, end: number, random: Random): Buffer {
	const at = start + Math.floor(random() * (end - start));
	const replaced = random() < 0.5 ? 1 : 0;
	const control = Buffer.of(Math.floor(random() * 9));
	return Buffer.concat([answer.subarray(0, at), control, answer.subarray(at + replaced)]);
}

function withLength(answer: Buffer, change: (length: number) => number): Buffer {
	const text = answer.toString('latin1');
	const changed = text.replace(
		/(?<=^content-length: )\d+/im,
		(length) => `${change(Number(length))}`,
	);
	return Buffer.from(changed, 'latin1');
}
