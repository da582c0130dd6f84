/** Values that share a key, in their order. */
export type Group<Value> = [Value, ...Value[]];

/** The values by their keys. Groups are in the order of their first values. */
export function groupedBy<Key, Value>(
	values: Iterable<Value>,
	keyOf: (value: Value) => Key,
): Map<Key, Group<Value>> {
	const groups = new Map<Key, Group<Value>>();
	for (const value of values) {
		const key = keyOf(value);
		const group = groups.get(key);
		if (group) group.push(value);
		else groups.set(key, [value]);
	}
	return groups;
}
