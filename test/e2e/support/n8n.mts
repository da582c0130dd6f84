import { inject } from 'vitest';
import { N8nRest } from '../../harness/n8n/rest.mts';

/** n8n's REST API, signed in. */
export function connectToN8n(): N8nRest {
	const { url, session } = inject('surroundings');
	return new N8nRest(url, undefined, session);
}
