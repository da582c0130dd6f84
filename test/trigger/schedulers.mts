/** A way in which n8n polls. */
export interface Scheduler {
	name: 'durable' | 'default';
	env: NodeJS.ProcessEnv;
	/** How often n8n is killed. */
	kills: number;
}

const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_TRIGGER_NODE_MODE: 'new',
	// After a start, n8n makes up for the polls of so many seconds at once. By default it is a minute,
	// which is twelve polls here.
	N8N_SCHEDULER_MISFIRE_GRACE: '5',
};

export const SCHEDULERS: Scheduler[] = [
	{ name: 'durable', env: DURABLE, kills: 7 },
	{ name: 'default', env: {}, kills: 3 },
];

export const QUICK: Scheduler[] = [{ name: 'durable', env: DURABLE, kills: 1 }];
