import assert from 'node:assert/strict';
import { assertSuccess } from '../../harness/n8n/execution.mts';
import { waitFor } from '../../harness/script/waitFor.mts';
import { MANUAL_TRIGGER } from '../../harness/workflow/nodes.mts';
import type { Database, Databases } from './databases.mts';
import type { Check } from '../../harness/script/checks.mts';
import { checksOf, type Scene } from './scene.mts';

const COLUMNS =
	'company_id varchar(99), code varchar(99), company text, contact text, email varchar(99), phone text, city text, credit_limit decimal(9, 2), active boolean';
const KEY = ', unique (code, company_id)';

/** A table that was there before, or a database that goes down: nobody is doubled, or lost unnamed. */
export function storing(scene: Scene, { postgres, mariadb }: Databases): Check[] {
	return [...inEither(scene, postgres), ...inEither(scene, mariadb), ...inMariadb(scene, mariadb)];
}

function inEither(scene: Scene, database: Database): Check[] {
	const { begin, change, customers, rest, run } = scene;
	const { close, example, name, open, rows } = database;
	const check = checkIn(scene, database);
	return [
		check(
			'says why a customer is refused, and saves all others',
			async () => {
				change(7, { CreditLimit: 'a lot' });
				const { message = '' } = (await run(example)).error ?? {};
				assert.match(
					message,
					/^Not saved \(1 of 30 customers\): C000008 .* \(.*a lot.*\)\. All others/,
				);
				assert.equal((await rows()).length, 29);
			},
			name === 'PostgreSQL',
		),
		check('saves nobody in a table without a key, nor with one that is too narrow', async () => {
			for (const keys of ['', ', id serial', ', unique (code)']) {
				await makeTable(database, keys);
				assert.equal((await run(example)).status, 'error', keys);
				assert.deepEqual(await rows(), [], keys);
			}
		}),
		check('saves everyone once in a table that has the key', async () => {
			await makeTable(database, `${KEY}, id serial`);
			assertSuccess(await run(example));
			assertSuccess(await run(example));
			assert.equal((await rows()).length, 30);
		}),
		check('fails where the database is down, and saves everyone later', async () => {
			await close();
			assert.match((await run(example)).error?.message ?? '', /Connection refused/);
			await open();
			assertSuccess(await run(example));
			assert.equal((await rows()).length, 30);
		}),
		check('names everyone who is missing after the database went down', async () => {
			begin();
			await makeTable(database, KEY);
			const id = await rest.startRun(await rest.createWorkflow(example), MANUAL_TRIGGER.name);
			const hasBegun = async () => (await rows()).length > 20;
			await waitFor(hasBegun, { failure: 'Nobody was saved', everyMs: 10 });
			await close();
			const { message = '' } = (await rest.finished(id)).error ?? {};
			await open();
			const saved = new Set((await rows()).map(({ code }) => code));
			const missing = customers.page(0, customers.length).filter(({ Code }) => !saved.has(Code));
			assert.ok(missing.length > 20, 'The database went down too late');
			const [, named] = /^Not saved \((\d+) of 150 customers\): /.exec(message) ?? [];
			// The customer that was being saved may be in the table and named all the same.
			assert.ok([0, 1].includes(Number(named) - missing.length), message);
			for (const { Name } of missing.slice(0, 19))
				assert.ok(message.includes(String(Name)), message);
			assertSuccess(await run(example));
			assert.equal((await rows()).length, 150);
		}),
	];
}

function inMariadb(scene: Scene, database: Database): Check[] {
	const { example, query, rows } = database;
	const check = checkIn(scene, database);
	const assertRefused = async (why: RegExp) => {
		const { error } = await scene.run(example);
		assert.match(error?.message ?? '', why);
		assert.deepEqual(await rows(), []);
	};
	return [
		check('saves nobody where another unique key would merge customers', async () => {
			await makeTable(database, `${KEY}, unique (email)`);
			await assertRefused(/another unique key: email\./);
		}),
		check('saves nobody where the database would change values', async () => {
			await query("set global sql_mode = ''");
			await assertRefused(/not in strict mode/);
			await query('set global sql_mode = default');
		}),
	];
}

async function makeTable({ clear, query }: Database, keys: string): Promise<void> {
	await clear();
	await query(`create table crm_contacts (${COLUMNS}${keys})`);
}

function checkIn({ begin }: Scene, { clear, name }: Database) {
	return checksOf(name, async () => {
		begin(30);
		await clear();
	});
}
