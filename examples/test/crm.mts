import assert from 'node:assert/strict';
import { test as base, ONCE } from '../../test/support/suite.mts';
import { beginInStep } from './inStep.mts';
import { REAL } from './real/crms.mts';
import { startCrmScene } from './scene.mts';
import { startStandIns } from './standins/server.mts';
import { STAND_INS } from './standins/standIns.mts';
import type { Target } from './target.mts';

/** All files share this one: Vitest starts everything again for a `test` that is extended further. */
export const test = base
	.extend('scene', ONCE, async ({ n8n, tools }) => await startCrmScene(n8n, tools))
	/** Takes a CRM by its name in the table of CRMs. It starts when the first test takes it. */
	.extend('take', ONCE, async ({ scene, tools }) => {
		const started = new Map<string, Promise<Target>>();
		return async (name: string) => {
			const start = REAL[name] ?? assert.fail(`No CRM is named ${name}`);
			const crm = started.get(name) ?? start(scene, tools);
			started.set(name, crm);
			return await crm;
		};
	})
	/** Which CRM tests take, unless they override it. */
	.extend('crmName', 'Data Table')
	.extend('crm', async ({ crmName, take }) => await take(crmName))
	/** The same with customers, to be kept in step. */
	.extend('inStep', async ({ crm, scene }) => beginInStep(scene, crm))
	/** What vendors document, with an n8n of its own. */
	.extend('standIns', ONCE, async ({ tools }) => await startStandIns(STAND_INS, tools));
