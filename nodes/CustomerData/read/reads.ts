import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	NodeExecutionHint,
	UserError,
} from 'n8n-workflow';
import { type Client, clientFor } from '../api/client';
import type { JsonValue } from '../api/page';
import { type ListRequest, withAllFields } from '../parameters/list';
import type { GetParameter, Place } from '../parameters/values';
import type { Resource } from '../resources';
import { allOf } from '../userError';
import { hintsFor } from './hints';
import { errorsOf, identifyBy } from './identified';
import { newGate, summaryOf } from './listPages';
import { type Matcher, type ReadResult, readRecords } from './readRecords';

/** What an input item asks of a list. */
export interface Question {
	list: ListRequest;
	/** The field to look in; empty for the records of the list. */
	field: string;
	/** What to look for there. */
	value: string;
	/** The items with the same share a read: all of `list` unless it says otherwise. */
	share?: unknown;
	/** What the input item holds of the record, where they are compared. */
	row?: Omit<Row, 'item' | 'input'>;
}

/** What an input item holds of a record. */
export interface Row {
	/** The index of the input item. */
	item: number;
	input: IDataObject;
	/** What identifies the record, as its JSON text; `undefined` where there is nothing. */
	key: string | undefined;
	/** Whether the input item has no such field. */
	isAbsent: boolean;
	/** Names of fields, each with its value in the row. */
	fields: ReadonlyArray<[name: string, value: JsonValue]>;
	/** Whether it is marked as removed. */
	isMarked: boolean;
}

/** The question of an input item. */
export type ItemQuestion = Question & Pick<Row, 'item' | 'input'>;

/** All input items that share a read; the list and the field are those of the first. */
export interface Asked extends Pick<Question, 'list' | 'field'> {
	client: Client;
	questions: ItemQuestion[];
}

/** What an input item gets. */
export interface Answer {
	records: IDataObject[];
	/** What belongs to no input item. */
	unpaired?: IDataObject[];
	/** Why something is left out, where the node goes on; `item` is the index of the input item, if it is of one. */
	errors?: Array<{ error: Error; item?: number }>;
}

/** What can be done with a list. */
export interface Operation {
	/** Of the `operation` parameter; saved workflows depend on it, so it never changes. */
	value: Exclude<Place, 'trigger'>;
	name: string;
	/** What n8n shows in its panel, and tells agents. */
	action: (resource: Resource) => string;
	description: (resource: Resource) => string;
	/** Its parameters, between 'List Name' and 'Options'. */
	properties: INodeProperties[];
	/** @throws UserError that names the parameter, and says what to enter */
	ask: (list: ListRequest, parameter: GetParameter, resource: Resource) => Question;
	/** Reads once for all questions. @throws PageNotRead, or UserError for a field that no record has */
	answer: (
		reads: Reads,
		asked: Asked,
	) => Promise<(question: ItemQuestion) => Answer | Promise<Answer>>;
}

/** The reads of one execution of the node: their requests keep their distance from each other. */
export class Reads {
	/** What to tell of input items; the first few are shown. */
	readonly notes: string[] = [];
	/** Whether an input item could not be read. */
	isRefused = false;
	private readonly shared = new Map<string, Asked & { answer?: ReturnType<Operation['answer']> }>();
	private readonly results: ReadResult[] = [];
	private readonly gate = newGate();
	private client?: Client;

	constructor(private readonly context: IExecuteFunctions) {}

	/** Takes in what an input item asks. Gives its answer once all have asked: so they share a read. */
	async ask(operation: Operation, question: ItemQuestion): Promise<() => Promise<Answer>> {
		const client = await this.clientFor(question.item);
		const { list, field, share = [list, field] } = question;
		const key = JSON.stringify([operation.value, share, client.connection]);
		const asked = this.shared.get(key) ?? { list, field, client, questions: [] };
		this.shared.set(key, asked);
		asked.questions.push(question);
		return async () => {
			asked.answer ??= operation.answer(this, asked);
			const answer = await asked.answer;
			return await answer(question);
		};
	}

	/** @throws PageNotRead, or UserError for a field that no record has */
	async read(client: Client, request: ListRequest, matches?: Matcher): Promise<ReadResult> {
		const { context, gate } = this;
		const signal = context.getExecutionCancelSignal();
		const result = await readRecords({ ...client, signal }, request, gate, matches);
		this.results.push(result);
		context.logger.debug(`${context.getNode().name}: ${summaryOf(result.read, result)}`);
		return result;
	}

	/**
	 * Identifies whole records by the text of a field. Reads again where some share it, because one that others
	 * edited and moved can be read in both places. @throws PageNotRead, or UserError for a field that no record has
	 */
	async identify(client: Client, request: ListRequest, field: string, parameter: string) {
		for (let isSecond = false; ; isSecond = true) {
			const read = await this.read(client, withAllFields(request));
			const list = identifyBy(field, read.records, parameter);
			if (isSecond || list.shared.size === 0) {
				return { read, list, errors: errorsOf(list, field, parameter) };
			}
		}
	}

	/** @throws UserError that names them all, unless the node outputs errors and goes on */
	stopAt(errors: Array<{ error: UserError }>): void {
		if (errors.length === 0 || this.context.continueOnFail()) return;
		throw allOf(errors.map(({ error }) => error));
	}

	/** For n8n's log. */
	log(text: string): void {
		this.context.logger.info(`${this.context.getNode().name}: ${text}`);
	}

	/** What to show beside the output, or to tell an agent. */
	hints(isTool: boolean): NodeExecutionHint[] {
		return hintsFor(this.results, this.notes, isTool);
	}

	/** n8n asks its database for a credential each time it is read. */
	private async clientFor(itemIndex: number): Promise<Client> {
		if (!this.client?.isFixed) this.client = await clientFor(this.context, itemIndex);
		return this.client;
	}
}
