import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Check } from '../../harness/script/checks.mts';
import { EXAMPLES, readExample } from '../../harness/workflow/examples.mts';
import type { Scene } from './scene.mts';

const DOCUMENT = resolve(import.meta.dirname, '../../docs/crm-nodes.md');
const partSchema = z.object({ displayName: z.string(), name: z.string(), value: z.unknown() });
const shownSchema = z.object({ show: z.object({ resource: z.array(z.unknown()) }).partial() });
const propertySchema = z
	.object({ name: z.string(), displayOptions: shownSchema.partial().default({}) })
	.passthrough();
const typeSchema = partSchema.omit({ value: true }).extend({
	version: z.number().or(z.array(z.number())),
	defaultVersion: z.number().optional(),
	properties: z.array(propertySchema),
});
type Type = z.infer<typeof typeSchema>;

/** What docs/crm-nodes.md says of nodes is what stands on n8n's screen. */
export function screenNames({ rest }: Scene): Check {
	const prove = async () => {
		const { url, cookie } = rest;
		// The next request would reuse a connection that n8n may just be closing.
		const headers = { cookie, connection: 'close' };
		const response = await fetch(`${url}/types/nodes.json`, { headers });
		const types = z
			.array(typeSchema)
			.parse(await response.json())
			.filter(isCurrent);
		const files = readdirSync(EXAMPLES).filter((file) => file.endsWith('.json'));
		const examples = files.map(readExample).flatMap(({ name, nodes }) => [{ name }, ...nodes]);
		const own = types.filter(({ name }) => name.startsWith('n8n-nodes-customer-data.'));
		const ours = [...examples.map(({ name }) => name), ...namesIn(own)];
		// The introduction, and what holds for every CRM, come first.
		const [, , ...sections] = readFileSync(DOCUMENT, 'utf8').split(/^## /m);
		const unknown = sections.flatMap((section) => {
			const [title, ...lines] = section.split('\n');
			const nodes = types.filter(({ displayName }) => {
				return displayName === title || section.includes(`**${displayName}**`);
			});
			assert.notEqual(nodes.length, 0, title);
			return lines.flatMap((line) => {
				const names = [...line.matchAll(/(\*\*?)(.+?)\1/g)].map(([, , name = '']) => name);
				const known = new Set([...ours, ...nodes.flatMap((node) => namesOf(node, names))]);
				return names.filter((name) => !known.has(name)).map((name) => [title, name]);
			});
		});
		assert.notEqual(sections.length, 0);
		assert.deepEqual(unknown, []);
	};
	return {
		name: 'docs/crm-nodes.md: names what stands on the screen of n8n',
		isQuick: true,
		prove,
	};
}

/** Whether it is the version that n8n adds to a workflow. */
function isCurrent({ version, defaultVersion }: Type): boolean {
	return defaultVersion === undefined || [version].flat().includes(defaultVersion);
}

/** What a node shows, for a resource alone if one of the names begins with it. */
function namesOf({ displayName, properties }: Type, names: string[]): string[] {
	const choice = properties.find(({ name }) => name === 'resource');
	const resources = z
		.array(partSchema.omit({ displayName: true }))
		.catch([])
		.parse(choice?.options);
	const resource = resources.find((one) => names.some((name) => name.startsWith(`${one.name}: `)));
	const shown = properties.filter(({ displayOptions: { show } }) => {
		return !resource || !show?.resource || show.resource.includes(resource.value);
	});
	const all = namesIn(shown).map((name) => name.replace(/^Operation: /, `${resource?.name}: `));
	return [displayName, ...all];
}

/** The names of fields and options, and of both together, e.g. "Data to Send: Auto-Map". */
function namesIn(part: unknown): string[] {
	if (!(part instanceof Object)) return [];
	const inside = Object.values(part).flatMap(namesIn);
	const { displayName, name, value } = partSchema.partial().catch({}).parse(part);
	const own = displayName ?? (value === undefined ? undefined : name);
	return own ? [own, ...inside, ...inside.map((other) => `${own}: ${other}`)] : inside;
}
