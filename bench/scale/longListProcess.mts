import { startService } from '../../service/server.mts';
import type { Served } from './longList.mts';

/** As many customers are made, because making them takes longer than reading them… */
const DISTINCT = 50_000;
const DAY_MS = 86_400_000;

const { baseUrl, apiKey, companyId, lists } = await startService({
	sizes: { customers: DISTINCT },
});
const made = lists.GetCustomers.page(0, DISTINCT);
const served: Served = { customers: DISTINCT, requested: 0, baseUrl, apiKey, companyId };

/** …and come again under other codes, each with a fifteenth field. */
function customer(index: number) {
	return {
		...made[index % DISTINCT],
		Code: `C${String(index + 1).padStart(7, '0')}`,
		CustomerSince: new Date((index % 20_000) * DAY_MS).toISOString().slice(0, 10),
	};
}

Object.defineProperties(lists.GetCustomers, {
	length: { get: () => served.customers },
	page: {
		value: (offset: number, limit: number) => {
			const length = Math.max(0, Math.min(limit, served.customers - offset));
			served.requested = Math.max(served.requested, offset + length);
			return Array.from({ length }, (_, index) => customer(offset + index));
		},
	},
});

process.on('message', ({ customers }: { customers?: number }) => {
	if (customers !== undefined) Object.assign(served, { customers, requested: 0 });
	process.send?.(served);
});
process.on('disconnect', () => process.exit());
