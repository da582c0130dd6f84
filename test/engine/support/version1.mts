import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import type { RecordList } from '../../../service/recordList.mts';
import type { RunningService } from '../../../service/server.mts';

const hash = (text: string) => createHash('sha256').update(text).digest('base64').slice(0, 11);

/** The state that version 0.1.0 of the package stored after it had read the customers. */
export function version1State(service: RunningService, customers: RecordList): IDataObject {
	const { baseUrl, companyId } = service;
	const entries = customers.page(0, customers.length).map((record) => {
		const fields = Object.keys(record).sort();
		const pairs = fields.map(
			(field) => `${JSON.stringify(field)}:${JSON.stringify(record[field])}`,
		);
		return `${hash(`{${pairs.join(',')}}`)}${JSON.stringify(record.Code)}`;
	});
	const list = hash(JSON.stringify([baseUrl, companyId, 'GetCustomers', 'Code', []]));
	const texts = { list, entries: entries.join('\n') };
	return { version: 1, ...texts, told: 3, foundNothing: false, stamp: 7 };
}
