import { prepare } from '../../harness/sandbox.mts';
import { Failure } from '../../harness/script/failure.mts';
import type { Suite } from '../../harness/suite.mts';
import { prove, type Scheduler } from './proof.mts';
import { proveStart } from './refusal.mts';

const DURABLE: NodeJS.ProcessEnv = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_TRIGGER_NODE_MODE: 'new',
	// After a start, n8n makes up for the polls of so many seconds at once. By default it is a minute,
	// which is twelve polls here.
	N8N_SCHEDULER_MISFIRE_GRACE: '5',
};

/** The cursors need the scheduler, and a service that n8n 2.41 has switched on. */
const CURSORS: NodeJS.ProcessEnv = {
	...DURABLE,
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

const QUICK: Scheduler = { name: 'cursors', env: CURSORS, kills: 1, isQuick: true };

const SCHEDULERS: Scheduler[] = [
	{ name: 'cursors', env: CURSORS, kills: 7 },
	{ name: 'durable', env: DURABLE, kills: 3 },
	{ name: 'default', env: {}, kills: 3 },
];

export const suite: Suite = async (tools) => {
	const isQuick = process.argv.includes('--quick');
	const prepared = await prepare(tools);
	const faults: string[] = [];
	for (const scheduler of isQuick ? [QUICK] : SCHEDULERS) {
		tools.report(`Watching lists with the scheduler "${scheduler.name}" …`);
		const start = Date.now();
		const watches = await prove(scheduler, prepared, tools);
		const figures = watches.map(({ trigger, polls, ledger }) => {
			faults.push(...ledger.faults.map((fault) => `${scheduler.name}, ${trigger}: ${fault}`));
			const { length } = ledger.faults;
			return { trigger, polls: polls.length, ...ledger.figures, faults: length };
		});
		console.table(figures);
		tools.report(`${scheduler.kills} kills, ${Math.round((Date.now() - start) / 1000)} s`);
	}
	if (!isQuick) {
		tools.report('Starting n8n while the service refuses the key …');
		await proveStart(tools);
	}
	if (faults.length > 0) throw new Failure(faults.slice(0, 20).join('\n'));
};
