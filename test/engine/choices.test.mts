import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { choices } from './support/choices.mts';
import { NODE, TRIGGER } from './support/nodeInWorkflow.mts';
import { credentialFor, ownService, useOwnService } from './support/service.mts';

const service = useOwnService();

const offered = async (method: string, type = NODE, from = service(), filter?: string) =>
	await choices(method, {
		credential: credentialFor(from),
		parameters: { resource: 'customer' },
		type,
		filter,
	});

describe('the fields to choose from', () => {
	it.each([NODE, TRIGGER])('are those of the records of the first page, in %s', async (type) => {
		const own = await ownService({ sizes: { customers: 60 } });
		const list = own.lists.GetCustomers;
		for (let place = 0; place < 60; place++) list.upsert(place, { Code: 'X', Active: true });
		list.upsert(49, { Code: 'Y', Colour: 'red' });
		list.upsert(59, { Code: 'Z', Unseen: 1 });
		expect(await offered('getFields', type, own)).toEqual(
			['Active', 'Code', 'Colour'].map((name) => ({ name, value: name })),
		);
		expect(own.requests).toHaveLength(1);
	});

	it('that identify records tell those of the first page apart, and are searched', async () => {
		const own = await ownService();
		const names = async (filter?: string) => {
			const found = await offered('searchFields', TRIGGER, own, filter);
			return found.map(({ name }) => name);
		};
		const all = await names();
		expect(all).toEqual(expect.arrayContaining(['Code', 'Email']));
		expect(all).not.toContain('GroupCode');
		expect(await names('cO')).toEqual(all.filter((name) => /co/i.test(name)));
		const list = own.lists.GetCustomers;
		list.upsert(1, { ...list.at(1), Email: list.at(0)?.Email });
		list.upsert(3, { Code: 'C' });
		expect(await names()).toEqual(['Code']);
	});

	it.each([
		['getFields', NODE],
		['searchFields', TRIGGER],
	])('are none when the list is empty: %s', async (method, type) => {
		const empty = await ownService({ sizes: { customers: 0 } });
		expect(await offered(method, type, empty)).toEqual([]);
	});

	it('keep nobody waiting for more than ten seconds, or for a retry', async () => {
		const spy = vi.spyOn(AbortSignal, 'timeout');
		onTestFinished(() => spy.mockRestore());
		service().setFaults([{ kind: 'status', status: 503 }]);
		await expect(offered('getFields')).rejects.toThrow('The service is unavailable (status 503)');
		expect(service().requests).toHaveLength(1);
		expect(spy).toHaveBeenCalledWith(10_000);
	});

	it('need a parameter that can be read', async () => {
		const parameters = { resource: 'other', operationName: 'no name' };
		const setting = { credential: credentialFor(service()), parameters };
		await expect(choices('getFields', setting)).rejects.toThrow("'Operation Name' contains");
	});
});

describe("what another version of n8n's request helper", () => {
	const offered = async (httpRequestWithAuthentication: () => Promise<unknown>) =>
		await choices('getFields', {
			credential: credentialFor(service()),
			parameters: { resource: 'customer' },
			helpers: { httpRequestWithAuthentication },
		});

	it('returns is believed to be a response only with bytes as its body', async () => {
		const response = { statusCode: 200, headers: {}, body: '{}' };
		await expect(offered(async () => response)).rejects.toMatchObject({
			description: expect.stringMatching(/^It returned no HTTP response\./),
		});
	});

	it('says instead of sending the request is quoted without the key', async () => {
		const blocking = async () => {
			throw new Error(`Not to ${service().apiKey}`);
		};
		await expect(offered(blocking)).rejects.toMatchObject({
			message: 'n8n did not send the request',
			description: expect.stringMatching(/^n8n says: "Not to \*\*\*"\./),
		});
	});
});
