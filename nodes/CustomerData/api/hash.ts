import { hash } from 'node:crypto';

/** 66 bits: a list of 100,000 records has two equal hashes once in 10^10 lists. */
export const HASH_LENGTH = 11;

export function shortHash(text: string): string {
	return hash('sha256', text, 'base64').slice(0, HASH_LENGTH);
}
