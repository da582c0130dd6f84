import { table } from '../harness/documents/markdown.mts';
import { CONTENDERS, type ContenderName } from './contenders.mts';
import {
	figure,
	LISTS,
	NAMES,
	outcomeOf,
	READERS,
	type List,
	type Outcome,
	type Reader,
	type Results,
	type Scene,
} from './results.mts';

/** What stands in pages, between comments with this name. */
export const TABLES = [
	{ page: 'README.md', name: 'correctness', content: comparison },
	{ page: 'bench/README.md', name: 'speed', content: speed },
	{ page: 'bench/README.md', name: 'memory', content: memory },
];

/** In parentheses, how many times as fast as HTTP Request. */
function speed(results: Results): string {
	return grid(['atOnce', 'near', 'far', 'long'], (name, list) => {
		const time = (contender: ContenderName) => figure(results, 'milliseconds', contender, list);
		const ratio = time('httpRequest') / time(name);
		return `${(time(name) / 1000).toFixed(2)} s (${ratio.toFixed(1)} ×)`;
	});
}

function memory(results: Results): string {
	return grid(['short', 'atOnce', 'long'], (name, list) => {
		return `${Math.round(figure(results, 'peak', name, list) / 1e6)} MB`;
	});
}

/** A row for each contender. */
function grid(lists: List[], cell: (name: ContenderName, list: List) => string): string {
	const headings = lists.map((list) => {
		const { records, latency } = LISTS[list];
		return `${records.toLocaleString('en-US')} customers${latency > 0 ? `, ${latency} ms` : ''}`;
	});
	const rows = NAMES.map((name) => [
		CONTENDERS[name].label,
		...lists.map((list) => cell(name, list)),
	]);
	return table(['', ...headings], rows);
}

/** What happens to the readers when something goes wrong. */
function comparison(results: Results): string {
	const row = (name: string, cell: (reader: Reader) => string) => {
		return [name, cell('httpRequest'), cell('customerData')];
	};
	const outcomeIn = (scenes: Scene[]) => (reader: Reader) => {
		const said = scenes.map((scene) => described(outcomeOf(results, scene, reader)));
		return [...new Set(said)].join('; ');
	};
	const whileChanging = (reader: Reader) => {
		const { broken, reads } = outcomeOf(results, 'changes', reader);
		if (broken > 0) return `**${broken} of ${reads} reads skip or repeat customers**`;
		return `None of ${reads} reads does ([rare exceptions](docs/trust.md#exceptions))`;
	};
	const changes = READERS.flatMap((reader) => outcomeOf(results, 'changes', reader).changes);
	const range = `${Math.min(...changes)} to ${Math.max(...changes)}`;
	const untrue = 'One page is an error message or a web page, sent as status 200';
	const failed = 'One request fails (status 503, or a lost connection)';
	return table(
		['', 'HTTP Request, with pagination', 'Customer Data'],
		[
			row(untrue, outcomeIn(['refusal', 'webPage'])),
			row(failed, outcomeIn(['unavailable', 'lostConnection'])),
			row(`People add or delete ${range} of 1,000 customers meanwhile`, whileChanging),
			row('10,000 customers, 0.1 s a page', (reader) => {
				const contender = reader === 'customerData' ? 'getMany4' : 'httpRequest';
				return `${(figure(results, 'milliseconds', contender, 'far') / 1000).toFixed(0)} s`;
			}),
		],
	);
}

function described({ ending, customers, arrived, said }: Outcome): string {
	if (ending === 'error') return said.length > 0 ? 'Stops, and says why' : 'Stops';
	if (arrived < customers) return `**Succeeds with ${arrived} of ${customers} customers**`;
	const isRetried = said.some((text) => text.includes('retried'));
	return `${isRetried ? 'Retries it, and reads' : 'Reads'} all ${customers} customers`;
}
