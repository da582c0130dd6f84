/** Whole numbers from the first up to the second, without it. */
export const range = (from: number, to: number) =>
	Array.from({ length: to - from }, (_, index) => from + index);
