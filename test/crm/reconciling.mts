import assert from 'node:assert/strict';
import { expectedRows } from '../../harness/workflow/rows.mts';
import { assertSuccess, outputOf, type Execution } from '../../harness/n8n/execution.mts';
import type { Row } from '../../harness/n8n/rest.mts';
import { readExample, withNodes, withSettings } from '../../harness/workflow/examples.mts';
import { withoutTime } from './copying.mts';
import { oneLevelDown, type Table } from './dataTable.mts';
import type { Check } from '../../harness/script/checks.mts';
import { checksOf, type Scene } from './scene.mts';

const EXAMPLE = readExample('reconcile-every-night.json');
const DELETING = withNodes(EXAMPLE, { 'Delete from CRM': { disabled: false } });
const DRY = withSettings(EXAMPLE, { dryRun: true });

/** The table gets back in step, and nobody is removed who may still be a customer. */
export function reconciling(scene: Scene, { fill, rows }: Table): Check[] {
	const { another, begin, change, customers, run, service } = scene;
	const expected = () => expectedRows(service);
	const activeOf = async () =>
		Object.fromEntries((await rows()).map(({ code, active }) => [code, active]));

	/** Runs the example; the table is as it should be, and a second run finds nothing to correct. */
	const assertInStep = async (corrected: Partial<Row>, inactive: string[] = []) => {
		assertCorrected(await run(EXAMPLE), corrected);
		const found = (await rows()).map(withoutTime);
		const isGone = ({ code }: Row) => inactive.includes(String(code));
		assert.deepEqual(byCode(found.filter((row) => !isGone(row)).map(withoutOwner)), expected());
		for (const row of found.filter(isGone)) assert.equal(row.active, false);
		assertCorrected(await run(EXAMPLE), { added: 0, updated: 0, removed: 0, waiting: 0 });
		assert.deepEqual((await rows()).map(withoutTime), found);
	};

	const check = checksOf('Reconcile', async () => {
		begin(60);
		await fill(expected());
	});

	return [
		check(
			'corrects what was changed by hand, and leaves fields of the CRM alone',
			async () => {
				const [first, second, , ...others] = expected();
				const broken = { ...second, company: 'Broken', creditLimit: null, owner: 'Kim' };
				const byHand = { code: 'HAND', companyId: '1', active: true };
				await fill([{ ...first, owner: 'Kim' }, broken, ...others, byHand, { company: 'No code' }]);
				assertCorrected(await run(EXAMPLE), { added: 1, updated: 1, removed: 1 });
				const found = await rows();
				const kept = found.filter(({ code }) => code && code !== 'HAND');
				assert.deepEqual(byCode(kept.map(withoutTime).map(withoutOwner)), expected());
				assert.equal(found.filter(({ owner }) => owner === 'Kim').length, 2);
				assert.equal(found.find(({ code }) => code === 'HAND')?.active, false);
				assert.equal(found.length, 62);
			},
			true,
		),
		check(
			'finds the fields that a CRM returns one level down',
			async () => {
				const nested = oneLevelDown(EXAMPLE);
				assertCorrected(await run(nested), { added: 0, updated: 0, removed: 0 });
				customers.remove(7);
				change(3, { Name: 'Changed' });
				assertCorrected(await run(nested), { added: 0, updated: 1, removed: 1 });
				assertCorrected(await run(nested), { added: 0, updated: 0, removed: 0 });
			},
			true,
		),
		check('marks removed customers once, and brings them back', async () => {
			const back = customers.at(7) ?? {};
			customers.remove(7);
			await assertInStep({ removed: 1 }, [String(back.Code)]);
			customers.insert(back, 7);
			await assertInStep({ updated: back.Active ? 1 : 0 });
		}),
		check('deletes where somebody activated it', async () => {
			customers.remove(7, 2);
			assertCorrected(await run(DELETING), { removed: 2 });
			assert.equal((await rows()).length, 58);
		}),
		check('says what it would do, and does nothing, in a dry run', async () => {
			customers.remove(7);
			change(3, { Name: 'Changed' });
			customers.insert(another());
			const before = await rows();
			assertCorrected(await run(DRY), { dryRun: true, added: 1, updated: 1, removed: 1 });
			assert.deepEqual(await rows(), before);
		}),
		check('keeps customers that move or come while it reads', async () => {
			begin(300);
			await fill(expected());
			const before = await activeOf();
			for (const meanwhile of [
				() => [customers.move(250, 0), customers.move(260, 0), customers.move(270, 0)],
				() => customers.remove(0, 50),
				() => Array.from({ length: 120 }, () => customers.insert(another(), 0)),
			]) {
				const { length: done } = service.requests;
				service.latency = 30;
				const running = run(EXAMPLE);
				while (service.requests.length < done + 2) await new Promise((next) => setTimeout(next, 5));
				meanwhile();
				const { error } = await running;
				service.latency = 0;
				const codes = new Set(customers.page(0, customers.length).map(({ Code }) => Code));
				for (const { code, active } of await rows()) {
					if (codes.has(code) && String(code) in before) {
						assert.equal(active, before[String(code)], `${code}: ${error?.message}`);
					}
				}
			}
		}),
		check('removes up to a fifth, and nobody where it is more', async () => {
			for (let index = 0; index < 60; index++) change(index, { Active: true });
			await fill(expected());
			customers.remove(0, 12);
			assertCorrected(await run(EXAMPLE), { removed: 12 });
			customers.remove(0, 13);
			const before = await rows();
			const { error } = await run(EXAMPLE);
			assert.match(error?.message ?? '', /^13 of 60 rows have no customer.*none was removed/);
			assert.deepEqual(await rows(), before);
		}),
		check('changes nothing without a list', async () => {
			const before = await rows();
			service.setFaults([{ kind: 'status', status: 401 }]);
			assert.equal((await run(EXAMPLE)).status, 'error');
			service.setFaults([]);
			customers.remove(0, 60);
			assert.match((await run(EXAMPLE)).error?.message ?? '', /^The list of customers is empty/);
			assert.deepEqual(await rows(), before);
		}),
		check('fills a table that was emptied', async () => {
			await fill([]);
			await assertInStep({ added: 60 });
		}),
		check('leaves the rows of another company alone', async () => {
			const others = expected().map((row) => ({ ...row, companyId: '2', company: 'Other' }));
			await fill([...expected(), ...others]);
			customers.remove(7);
			assertCorrected(await run(EXAMPLE), { added: 0, updated: 0, removed: 1 });
			const kept = (await rows()).filter(({ companyId }) => companyId === '2');
			assert.deepEqual(kept.map(withoutTime).map(withoutOwner), others);
		}),
		check('names those that it leaves out, and keeps their rows', async () => {
			change(3, { CreditLimit: 'n/a' });
			change(5, { Code: customers.at(9)?.Code });
			change(20, { Code: '' });
			await fill([...expectedRows(service).filter(({ creditLimit }) => creditLimit !== 'n/a')]);
			const { error } = await run(EXAMPLE);
			for (const index of [3, 5, 9, 20]) {
				assert.ok(error?.message.includes(String(customers.at(index)?.Name)), error?.message);
			}
			assert.match(error?.message ?? '', /^Not in step: /);
		}),
		check('names the code that several rows have', async () => {
			const [, second, third] = expected();
			await fill([...expected(), second ?? {}, second ?? {}, third ?? {}]);
			const { error } = await run(EXAMPLE);
			const shared = [second?.code, third?.code].join(', ');
			assert.equal(
				error?.message,
				`More than one row has the code ${shared}: merge them in the CRM.`,
			);
		}),
		check('takes numeric codes', async () => {
			for (let index = 0; index < 60; index++) change(index, { Code: 1000 + index });
			await fill([]);
			assertCorrected(await run(EXAMPLE), { added: 60 });
			assertCorrected(await run(EXAMPLE), { added: 0, updated: 0, removed: 0 });
		}),
	];
}

function assertCorrected(execution: Execution, corrected: Partial<Row>): void {
	assertSuccess(execution);
	const [found = {}] = outputOf(execution, 'What was corrected');
	const same = Object.keys(corrected).map((name) => [name, found[name]]);
	assert.deepEqual(Object.fromEntries(same), corrected, JSON.stringify(found));
}

function withoutOwner({ owner: _owner, ...row }: Row): Row {
	return row;
}

function byCode(rows: Row[]): Row[] {
	return rows.toSorted((a, b) => String(a.code).localeCompare(String(b.code)));
}
