import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { OptionUser } from '../parameters/values';
import type { Resource } from '../resources';
import type { Output } from './output';
import type { Reads } from './reads';

/** What n8n shows of an operation. */
export interface Face {
	/** Of the `operation` parameter; saved workflows depend on it, so it never changes. */
	value: Exclude<OptionUser, 'trigger'>;
	name: string;
	/** What n8n shows in its panel, and an agent is given. */
	action: (resource: Resource) => string;
	description: (resource: Resource) => string;
	/** Its parameters, between 'List Name' and 'Options'. */
	properties: INodeProperties[];
	/** Its parameters by example. n8n's search for nodes shows it, and the AI builder in the editor sees no more of them (2.41). */
	example: string;
	/** What whoever builds a workflow has to know and cannot see, such as n8n's Assistant, which is shown no notice. */
	typeDefContent?: string | undefined;
	/** The names of its outputs, where it has several. */
	outputs?: readonly string[];
}

/** What can be done with a list. */
export interface Operation extends Face {
	/** Rejects with what keeps the whole node from output. */
	run: (job: Job) => Promise<void>;
	/** Outputs that error. @throws NodeApiError or NodeOperationError where the execution stops at it */
	fail: (error: Error, job: Job) => void;
}

/** One execution of the node. */
export interface Job {
	context: IExecuteFunctions;
	reads: Reads;
	output: Output;
	/** What was found so far, to be said beside what keeps it from output. */
	found?: FoundInWords;
}

/** What a comparison found, in words. */
export interface FoundInWords {
	summary: string;
	/** Some of what differs, a line each. */
	differences?: string[];
}
