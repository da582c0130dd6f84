import { setMaxListeners } from 'node:events';
import { ListModel, optionsFor, readAll } from './listModel.mts';
import { VirtualTime } from './virtualTime.mts';

/** Two copies of a list at rest, one of which lacks the last records. */
export interface Copies {
	size: number;
	/** How many the second copy lacks. */
	behind: number;
	/** Which copy gets each request, in turn, and how many milliseconds it takes on its way there and back. */
	turns: Array<{ isBehind: boolean; latency: [number, number] }>;
}

/** Reads them through a gateway, and tells at which offsets it left records behind that it was about to be shown. */
export async function readCopies({ size, behind, turns }: Copies, parallelRequests: number) {
	const time = new VirtualTime();
	const latencies = (ofShort: boolean) =>
		turns.filter(({ isBehind }) => isBehind === ofShort).map(({ latency }) => latency);
	const whole = new ListModel({ size, latencies: latencies(false) }, time);
	const short = new ListModel({ size: size - behind, latencies: latencies(true) }, time);
	const over = new AbortController();
	// Node warns of a leak where more than ten wait for the same signal.
	setMaxListeners(0, over.signal);
	const asked: Array<{ offset: number; from: number; to: number }> = [];
	const fetchPage = async (offset: number, signal: AbortSignal) => {
		const nth = whole.asked.length + short.asked.length;
		const turn = turns[nth % turns.length];
		if (turn?.isBehind) return await short.fetchPage(offset, signal);
		const request = { offset, from: time.now, to: Infinity };
		asked.push(request);
		const drop = () => (request.to = Math.min(request.to, time.now));
		signal.addEventListener('abort', drop, { signal: over.signal });
		return await whole.fetchPage(offset, signal);
	};
	let ended = 0;
	const until = () => {
		ended = time.now;
		return false;
	};
	const options = optionsFor({ fetchPage }, time, { parallelRequests });
	const read = await time.during(readAll(options, { until }));
	// As `VirtualTime` does.
	over.abort();
	const left = asked.filter(({ offset, from, to }) => {
		const isNew = offset < size && !read.ids.includes(Math.min(offset + 49, size - 1));
		return isNew && from < ended && to >= ended;
	});
	return { ...read, left: left.map(({ offset }) => offset) };
}
