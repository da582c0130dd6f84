const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');
const { dest, parallel, series, src } = require('gulp');

const clean = () => rm('dist', { recursive: true, force: true });

const compile = () => spawn('tsc', [], { stdio: 'inherit', shell: true });

/** What n8n reads beside the compiled code: icons, codex files, output schemas. */
const assets = () =>
	src(['icons/**/*.svg', 'nodes/**/*.json'], { base: '.', encoding: false }).pipe(dest('dist'));

exports.default = series(clean, parallel(compile, assets));
