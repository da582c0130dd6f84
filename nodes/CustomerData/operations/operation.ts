import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Client } from '../api/client';
import type { Group } from '../identity/groups';
import type { ListRequest } from '../parameters/list';
import type { GetParameter, Place } from '../parameters/values';
import type { Resource } from '../resources';
import type { Answer, OfItem, Output } from './output';
import type { Reads } from './reads';

/** What an input item asks. */
export interface Question {
	/** Those that ask with the same share a read. */
	share: unknown;
}

/** What n8n shows of an operation. */
interface Face {
	/** Of the `operation` parameter; saved workflows depend on it, so it never changes. */
	value: Exclude<Place, 'trigger'>;
	name: string;
	/** What n8n shows in its panel, and an agent is given. */
	action: (resource: Resource) => string;
	description: (resource: Resource) => string;
	/** Its parameters, between 'List Name' and 'Options'. */
	properties: INodeProperties[];
	/** What whoever builds a workflow has to know and cannot see, such as n8n's Assistant, which is shown no notice. */
	typeDefContent?: string;
}

/** What can be done with a list for each input item. */
export interface ItemOperation<Kind extends Question = Question> extends Face {
	/** Reads what an input item asks. @throws UserError that names the parameter, and says what to enter */
	ask(request: ListRequest, parameter: GetParameter, resource: Resource): Kind;
	/**
	 * Reads once, and answers each question.
	 *
	 * @throws PageNotRead, or UserError for a field that no record has
	 */
	answer(reads: Reads, client: Client, asked: Group<Kind & OfItem>): Promise<Answer[]>;
}

/** What can be done with a list and all input items together. */
export interface WholeOperation extends Face {
	/** The names of its outputs. */
	outputs: readonly string[];
	/** Never rejects for an error that the node goes on after: that goes to the output. */
	run(context: IExecuteFunctions, reads: Reads, output: Output): Promise<void>;
}

export type Operation = ItemOperation | WholeOperation;
