/**
 * Whether there is more in a value than spaces and what does not show, at any depth. Without recursion, because a row of
 * another system can be nested deeper than the stack.
 */
export function hasContent(value: unknown): boolean {
	const parts = [value];
	for (const part of parts) {
		if (typeof part !== 'object' || part === null) {
			if (/[^\s\p{Cc}\p{Cf}]/u.test(String(part ?? ''))) return true;
		} else for (const inner of Object.values(part)) parts.push(inner);
	}
	return false;
}
