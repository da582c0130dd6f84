import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, sep } from 'node:path';
import { expect, it } from 'vitest';
import { groupedBy } from '../../nodes/CustomerData/identity/groups';

const ROOT = 'nodes/CustomerData';

/** Each folder imports only from those after its own line. */
const LAYERS = [
	['.'],
	['operations', 'trigger', 'methods'],
	['report', 'save'],
	['compare'],
	['identity'],
	['read', 'values'],
	['paging', 'parameters'],
	['api'],
	['errors'],
];
/** The table of lists, which any folder may read. */
const TABLE = 'resources';

const files = readdirSync(ROOT, { encoding: 'utf8', recursive: true })
	.filter((file) => file.endsWith('.ts'))
	.map((file) => file.replace(/\.ts$/, ''));

const textOf = (file: string) => readFileSync(join(ROOT, `${file}.ts`), 'utf8');

/** What each file imports of the others, types included. */
const imports = new Map(
	files.map((file) => {
		const text = textOf(file);
		const paths = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => path);
		return [file, paths.map((path) => normalize(join(dirname(file), path)))];
	}),
);

/** The folder that has a layer; those in it share that. */
const folderOf = (file: string) => (file.includes(sep) ? file.slice(0, file.indexOf(sep)) : '.');
const layerOf = (file: string) => LAYERS.findIndex((names) => names.includes(folderOf(file)));

it('modules stand in folders that have a layer', () => {
	expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
});

it.each(files)('%s imports only from its own folder and from those below', (file) => {
	const isBelow = (other: string) =>
		folderOf(other) === folderOf(file) || layerOf(other) > layerOf(file);
	const others = (imports.get(file) ?? []).filter((other) => other !== TABLE);
	expect(others.filter((other) => !isBelow(other))).toEqual([]);
});

it.each(files)('%s does not import itself by way of others, types included', (file) => {
	const reached = new Set<string>();
	const visit = (from: string) => {
		for (const to of imports.get(from) ?? []) {
			if (reached.has(to)) continue;
			reached.add(to);
			visit(to);
		}
	};
	visit(file);
	expect(reached.has(file)).toBe(false);
});

const DECLARATION =
	/^(?:export )?(?:async )?(?:abstract )?(?:class|const|enum|function\*?|interface|let|type) (\w+)/gm;

it('a name means one thing, in capitals as well: no two modules declare the same', () => {
	const declared = files.flatMap((file) =>
		[...textOf(file).matchAll(DECLARATION)].map(([, name = '']) => ({ name, file })),
	);
	const byName = groupedBy(declared, ({ name }) => name.toLowerCase());
	const twice = [...byName].filter(([, places]) => new Set(places.map((one) => one.file)).size > 1);
	expect(twice.map(([name, places]) => [name, ...places.map(({ file }) => file)])).toEqual([]);
});

const UNIT = 'test/unit';
const unitTests = readdirSync(UNIT, { encoding: 'utf8', recursive: true }).filter((file) =>
	file.endsWith('.test.mts'),
);

it('unit tests have the path of the module that they prove, or stand among the laws of its folder', () => {
	const ofNothing = unitTests.filter((file) => {
		const proven = join(dirname(file), basename(file).replace(/\..*$/, ''));
		return basename(dirname(file)) !== 'laws' && !files.includes(proven);
	});
	expect(ofNothing).toEqual([]);
});
