import { startService } from '../../../service/server.mts';
import type { Account } from './ask.mts';

/** The service to check, and the account to use. */
export interface Target extends Account {
	/** Milliseconds between two requests, to be gentle on a service that others use, too. */
	pause: number;
	close(): Promise<void>;
}

const VARIABLES = [
	'CUSTOMER_DATA_BASE_URL',
	'CUSTOMER_DATA_API_KEY',
	'CUSTOMER_DATA_COMPANY_ID',
] as const;

const COURTEOUS_PAUSE = 200;

/** The service that the environment names, or the reference service when it names none. */
export async function openTarget(environment: NodeJS.ProcessEnv): Promise<Target> {
	const [baseUrl, apiKey, companyId] = VARIABLES.map((name) => environment[name]?.trim());
	if (baseUrl && apiKey && companyId) {
		const withoutSlashes = baseUrl.replace(/\/+$/, '');
		const close = () => Promise.resolve();
		return { baseUrl: withoutSlashes, apiKey, companyId, pause: COURTEOUS_PAUSE, close };
	}
	const missing = VARIABLES.filter((name) => !environment[name]?.trim());
	if (missing.length < VARIABLES.length) {
		throw new Error(
			`To check your own service, set ${VARIABLES.join(', ')}. Missing: ${missing.join(', ')}.`,
		);
	}
	return { ...(await startService()), pause: 0 };
}
