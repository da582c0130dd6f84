export function number(value: number): string {
	return value.toLocaleString('en');
}

export function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1e6)} MB`;
}

export function secondsSince(start: number): string {
	return `${Math.round((Date.now() - start) / 1000)} s`;
}
