/** A way in which n8n polls. */
export interface Scheduler {
	/** For the command line. */
	name: string;
	title: string;
	env: NodeJS.ProcessEnv;
	/** Whether n8n has a task for every poll in its database. */
	keepsTasks: boolean;
	/** How often n8n is killed. */
	kills: number;
	/** How many polls there have to be at least. */
	polls: number;
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
	{
		name: 'durable',
		title: 'durable scheduler',
		env: DURABLE,
		keepsTasks: true,
		kills: 7,
		polls: 100,
	},
	{
		name: 'default',
		title: 'default scheduler',
		env: {},
		keepsTasks: false,
		kills: 3,
		polls: 40,
	},
];
