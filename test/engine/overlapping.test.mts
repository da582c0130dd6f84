import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { expect } from 'vitest';
import { readCustomers } from '../../harness/engine/runNode.mts';
import { law } from '../support/law.mts';
import { range } from '../support/range.mts';
import { GO_ON, saidIn } from './support/heldBack.mts';
import { serveOnly, useOwnService } from './support/service.mts';
import { locator } from './support/trigger.mts';

const service = useOwnService({ sizes: { customers: 1 } });

const KNOWN = 6;
const NEW = 4;
const records = range(0, KNOWN + NEW).map((nth) => ({ Code: `C${nth}`, Name: `Customer ${nth}` }));
const rowOf = ({ Code, Name }: (typeof records)[number]): IDataObject => ({
	code: Code,
	name: Name,
});
const codes = records.slice(KNOWN).map(({ Code }) => Code);

const PARAMETERS = {
	operation: 'compare',
	keyField: locator('Code'),
	inputKey: 'code',
	compareFields: { pairs: [{ field: 'Name', value: 'name' }] },
};

/** A CRM that takes a while for each row, and n8n, which keeps what a node remembers once its execution ends. */
class Night {
	readonly rows = records.slice(0, KNOWN).map(rowOf);
	private stored = '{}';
	private readonly workflowId = randomUUID();

	constructor(private readonly refused: string[]) {}

	/** An execution, step by step. Where it waits, others can go on. */
	async *execution(): AsyncGenerator<void, void, void> {
		const input = this.rows.map((row) => ({ ...row }));
		const staticData: IDataObject = JSON.parse(this.stored);
		yield;
		const { outputs, error } = await this.compare(input, staticData);
		expect(error).toBeUndefined();
		const [created = [], updated, removed, heldBack = []] = outputs;
		expect([updated, removed]).toEqual([[], []]);
		const named = saidIn(heldBack).join();
		const lacking = codes.filter((code) => !input.some((row) => row.code === code));
		const output = created.map(({ json }) => json.Code);
		// Whoever it does not create, it names.
		for (const code of lacking) expect(output.includes(code)).toBe(!named.includes(`"${code}"`));
		yield;
		for (const { json } of created) {
			const { Code, Name } = json;
			if (!this.refused.includes(String(Code))) this.rows.push({ code: Code, name: Name });
			yield;
		}
		this.stored = JSON.stringify(staticData);
	}

	private async compare(input: IDataObject[], staticData: IDataObject) {
		const { workflowId } = this;
		const run = { parameters: PARAMETERS, ...GO_ON, mode: 'trigger', input, staticData } as const;
		return await readCustomers(service(), { maxCreated: 100 }, { ...run, workflowId });
	}
}

law(
	'executions that overlap create nobody twice, and each names whom it does not create',
	{
		of: [
			fc.integer({ min: 2, max: 4 }),
			fc.array(fc.nat(3), { maxLength: 40 }),
			fc.subarray(codes, { maxLength: 2 }),
		],
		examples: 120,
	},
	async (count, turns, refused) => {
		serveOnly(service(), records);
		const night = new Night(refused);
		const executions = range(0, count).map(() => night.execution());
		for (const turn of turns) await executions[turn % count]?.next();
		// What is left of each goes on at the same time.
		await Promise.all(executions.map(async (one) => await finish(one)));
		await finish(night.execution());
		const saved = night.rows.map(({ code }) => String(code));
		const expected = records.map(({ Code }) => Code).filter((code) => !refused.includes(code));
		expect(saved.sort()).toEqual(expected.sort());
	},
);

async function finish(execution: AsyncGenerator<void, void, void>): Promise<void> {
	for await (const _ of execution);
}
