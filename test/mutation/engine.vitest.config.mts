import { engine } from '../../vitest.config.mts';
import { testedWith } from './vitest.config.mts';

/** Those that look at the sent request, and at what n8n gets. */
const NAMES = [
	'credentialTest',
	'reading',
	'refusing',
	'request',
	'samplesHint',
	'search',
	'trigger',
];

export default testedWith(engine, { include: NAMES.map((name) => `test/engine/${name}.test.mts`) });
