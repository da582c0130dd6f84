import { hash } from 'node:crypto';

/** Characters of 6 bits. With 66, two of 100,000 different records have the same hash once in 10^10 lists. */
export const HASH_LENGTH = 11;

export function shortHash(text: string): string {
	return hash('sha256', text, 'base64').slice(0, HASH_LENGTH);
}
