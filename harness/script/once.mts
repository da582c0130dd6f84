/** Lets something start when it is first needed. */
export function once<T>(start: () => Promise<T>): () => Promise<T> {
	let started: Promise<T> | undefined;
	return async () => await (started ??= start());
}
