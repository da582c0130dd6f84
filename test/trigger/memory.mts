import type { IDataObject, INode } from 'n8n-workflow';
import { z } from 'zod';
import { readWatchRequest } from '../../nodes/CustomerData/watch/request.ts';
import { TriggerState } from '../../nodes/CustomerData/watch/state.ts';
import type { RunningService } from '../../service/server.mts';
import type { Memory } from './ledger.mts';

const dataSchema = z.custom<IDataObject>((value) => value instanceof Object);

const staticDataSchema = z.record(dataSchema);

/** What the next poll will start from, as the trigger itself reads it. */
export function memoryOf(
	staticData: string,
	{ id, name }: Pick<INode, 'id' | 'name'>,
	service: RunningService,
): Memory {
	const stored = staticDataSchema.parse(JSON.parse(staticData));
	const parameters: Record<string, unknown> = {
		resource: 'customer',
		keyField: 'Code',
		events: ['created'],
	};
	const request = readWatchRequest((name, fallback) => parameters[name] ?? fallback);
	const node: INode = { id, name, type: '', typeVersion: 1, position: [0, 0], parameters: {} };
	const context = {
		getNode: () => node,
		getWorkflow: () => ({ id: '', active: true }),
		getWorkflowStaticData: () => stored.global ?? {},
		logger: { info() {}, debug() {}, warn() {}, error() {} },
	};
	const { entries, runs = 0 } = new TriggerState(context, service, request).load() ?? {};
	const hashes = new Map<string, string>();
	for (const [key, { hash }] of entries ?? []) {
		hashes.set(z.string().parse(JSON.parse(key)), hash);
	}
	return { hashes, emitted: runs };
}
