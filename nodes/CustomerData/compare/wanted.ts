import type { DataRecord } from '../api/page';
import { groupedBy } from '../identity/groups';
import {
	checkIdentifier,
	identify,
	isListed,
	sightingsOf,
	type Identified,
	type IdentifiedRecord,
} from '../identity/identity';
import { fieldsOfConditions, ONLY_RECORDS, type Condition } from '../parameters/onlyRecords';
import type { ReadResult } from '../read/readRecords';
import { checkFieldsExist } from '../read/seenFields';
import { hasValueOf, noneWanted, wantedBy } from '../values/conditions';
import { hasContent } from '../values/content';
import { fieldOf, fieldsOfNone } from '../values/paths';

/** A list that was read whole, of which only some records are wanted. */
export interface WantedRead {
	/** Its records are the wanted ones. */
	result: ReadResult;
	list: Identified;
	/** The records that are not wanted, with a key where no other record has it. */
	leftOut: IdentifiedRecord[];
	/** Conditions that can leave out no record, because no record has a value in their field. */
	emptied: Condition[];
	/** Conditions whose value no record has. */
	unmet: Condition[];
}

interface WantedRecords {
	field: string;
	conditions: Condition[];
	timeZone: string;
}

/** Identifies the records that are wanted, as if the others were not in the list; each keeps its place. */
export function identifyWanted(
	result: ReadResult,
	{ field, conditions, timeZone }: WantedRecords,
): WantedRead {
	const isWanted = wantedBy(conditions, timeZone);
	const byWanted = groupedBy(sightingsOf(field, result.records), ({ record }) => isWanted(record));
	const [wanted, others] = [byWanted.get(true) ?? [], byWanted.get(false) ?? []] as const;
	const records = wanted.map(({ record }) => record);
	checkWanted(result.records, records, conditions);
	checkIdentifier(field, records);
	const list = identify(wanted);
	const { records: alone } = identify(others);
	const leftOut = others.map(({ key, ...one }) => {
		const isOwn = key !== undefined && alone.has(key) && !isListed(list, key);
		return { ...one, key: isOwn ? key : undefined };
	});
	const { length } = result.records;
	const isUnmet = (condition: Condition) =>
		length > 0 && !result.records.some((record) => hasValueOf(record, condition, timeZone));
	return {
		result: { ...result, records },
		list,
		leftOut,
		emptied: conditions.filter((one) => isEmptied(one, result.records, timeZone)),
		unmet: conditions.filter(isUnmet),
	};
}

/** Whether no record has a value in the field, and is wanted for that very reason. */
function isEmptied(condition: Condition, records: DataRecord[], timeZone: string): boolean {
	const { field, value } = condition;
	const [first] = records;
	if (!first || !hasContent(value)) return false;
	const isOfNone = !records.some((record) => hasContent(fieldOf(record, field)));
	return isOfNone && wantedBy([condition], timeZone)(first);
}

/** Refuses conditions on a field that no record has, and those that leave nobody. */
export function checkWanted(
	records: DataRecord[],
	wanted: DataRecord[],
	conditions: Condition[],
): void {
	const fields = fieldsOfConditions(conditions);
	checkFieldsExist(fieldsOfNone(records, fields), records, ONLY_RECORDS);
	const [first] = records;
	if (first && wanted.length === 0) throw noneWanted(first, records.length, conditions);
}
