import { expect, it } from 'vitest';

import { CustomerDataApi } from '../../credentials/CustomerDataApi.credentials';
import { CustomerData } from '../../nodes/CustomerData/CustomerData.node';
import { CustomerDataTrigger } from '../../nodes/CustomerData/CustomerDataTrigger.node';

it.each<[string, () => object]>([
	['customerData', () => new CustomerData().description],
	['customerDataTrigger', () => new CustomerDataTrigger().description],
	['customerDataApi', () => ({ ...new CustomerDataApi() })],
])('gives n8n the description of %s that was last reviewed', async (name, describe) => {
	const text = `${JSON.stringify(describe(), undefined, '\t')}\n`;
	await expect(text).toMatchFileSnapshot(`descriptions/${name}.json`);
});
