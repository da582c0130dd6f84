import { expect, it } from 'vitest';

// Loaded in the tests, so that a package that cannot be loaded fails them.
const DESCRIPTIONS = {
	customerData: async () => {
		const { CustomerData } = await import('../../nodes/CustomerData/CustomerData.node');
		return new CustomerData().description;
	},
	customerDataTrigger: async () => {
		const { CustomerDataTrigger } =
			await import('../../nodes/CustomerData/CustomerDataTrigger.node');
		return new CustomerDataTrigger().description;
	},
	customerDataApi: async () => {
		const { CustomerDataApi } = await import('../../credentials/CustomerDataApi.credentials');
		return { ...new CustomerDataApi() };
	},
};

it.each(Object.entries(DESCRIPTIONS))(
	'gives n8n the description of %s that was last reviewed',
	async (name, describe) => {
		const text = `${JSON.stringify(await describe(), undefined, '\t')}\n`;
		await expect(text).toMatchFileSnapshot(`descriptions/${name}.json`);
	},
);
