import unit, { ENGINE } from '../../stryker.config.mjs';

export default {
	...unit,
	vitest: { configFile: 'test/mutation/engine.vitest.config.mts' },
	mutate: ENGINE,
	incrementalFile: 'reports/mutation/engine.json',
	htmlReporter: { fileName: 'reports/mutation/engine.html' },
};
