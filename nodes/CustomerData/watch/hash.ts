import { createHash } from 'node:crypto';

/** 66 bits: a list of 100,000 records has two equal hashes once in 10^10 lists. */
export const HASH_LENGTH = 11;

export function shortHash(text: string): string {
	return createHash('sha256').update(text).digest('base64').slice(0, HASH_LENGTH);
}
