const { spawn } = require('node:child_process');
const { copyFile, readdir, rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

const compile = () => spawn('tsc', [], { stdio: 'inherit', shell: true });

/** What n8n reads beside the compiled code: icons, codex files, output schemas. */
const assets = () =>
	src(['icons/**/*.svg', 'nodes/**/*.json'], { base: '.', encoding: false }).pipe(dest('dist'));

const SCHEMAS = 'dist/nodes/CustomerData/__schema__/v1.0.0';

/** Events look alike whatever the resource, and records whatever the operation. */
const schemas = async () => {
	const { RESOURCES } = require('./dist/nodes/CustomerData/resources');
	for (const { value } of RESOURCES) {
		if (value !== 'customer')
			await copyFile(`${SCHEMAS}/customer.json`, `${SCHEMAS}/${value}.json`);
	}
	for (const folder of await readdir(SCHEMAS, { withFileTypes: true })) {
		if (!folder.isDirectory()) continue;
		const records = `${SCHEMAS}/${folder.name}`;
		for (const operation of ['get', 'search']) {
			await copyFile(`${records}/getAll.json`, `${records}/${operation}.json`);
		}
	}
};

exports.default = series(clean, parallel(compile, assets), schemas);
