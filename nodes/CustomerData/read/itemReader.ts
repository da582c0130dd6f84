import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { DataRecord } from '../paging/answer';
import { readListRequest } from '../parameters/list';
import { connect } from '../transport/transport';
import { hintsFor } from './hints';
import { Pacer } from './pacer';
import { type ReadResult, readRecords } from './readList';

/** Reads what each input item asks for. Items that ask for the same share a read, but no object. */
export class ItemReader {
	private readonly reads = new Map<string, Promise<ReadResult>>();
	private readonly results: ReadResult[] = [];
	private readonly pacer = new Pacer();

	constructor(private readonly context: IExecuteFunctions) {}

	async run(itemIndex: number): Promise<DataRecord[]> {
		const { context, reads } = this;
		const signal = context.getExecutionCancelSignal();
		const request = readListRequest((name, fallback) =>
			context.getNodeParameter(name, itemIndex, fallback),
		);
		const service = await connect(context, itemIndex);
		const key = JSON.stringify([request, service.connection]);
		const earlier = reads.get(key);
		const read = earlier ?? readRecords({ ...service, signal }, request, this.pacer);
		reads.set(key, read);
		const result = await read;
		if (earlier) return structuredClone(result.records);
		this.results.push(result);
		return result.records;
	}

	hints(): NodeExecutionHint[] {
		return hintsFor(this.results);
	}
}
