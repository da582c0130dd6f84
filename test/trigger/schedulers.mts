/** Polls are five seconds apart here rather than a minute, so a missed one is soon too late. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_SCHEDULER_TRIGGER_NODE_MODE: 'new',
	N8N_SCHEDULER_MISFIRE_GRACE: '5',
};

/** A way in which n8n polls. */
export interface Scheduler {
	name: string;
	env: NodeJS.ProcessEnv;
	/** Whether n8n keeps a task for every poll in its database. */
	keepsTasks: boolean;
	/** Whether n8n stores the state of a poll together with its run. */
	keepsCursors: boolean;
	kills: number;
	/** How many polls there have to be. */
	polls: number;
}

export const SCHEDULERS: Scheduler[] = [
	{
		name: 'durable',
		env: DURABLE,
		keepsTasks: true,
		keepsCursors: false,
		kills: 7,
		polls: 100,
	},
	{
		name: 'default',
		env: {},
		keepsTasks: false,
		keepsCursors: false,
		kills: 3,
		polls: 40,
	},
	{
		name: 'durable cursors',
		env: {
			...DURABLE,
			N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
			N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
		},
		keepsTasks: true,
		keepsCursors: true,
		kills: 3,
		polls: 40,
	},
];
