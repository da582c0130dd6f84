import { startService } from '../../../service/server.mts';

/** The service to check, and the account to use. */
export interface Target {
	baseUrl: string;
	apiKey: string;
	companyId: string;
	/** Milliseconds before each request, to be gentle on a service that others use, too; 0 when absent. */
	pause?: number;
	close(): Promise<void>;
}

const VARIABLES = ['CUSTOMER_DATA_BASE_URL', 'CUSTOMER_DATA_API_KEY', 'CUSTOMER_DATA_COMPANY_ID'];

/** The service that the environment names, or the reference service when it names none. */
export async function openTarget(environment: NodeJS.ProcessEnv): Promise<Target> {
	const [baseUrl, apiKey, companyId] = VARIABLES.map((name) => environment[name]?.trim());
	if (!baseUrl && !apiKey && !companyId) return await startService();
	if (!baseUrl || !apiKey || !companyId) {
		throw new Error(`To check your own service, set all of ${VARIABLES.join(', ')}.`);
	}
	const close = () => Promise.resolve();
	return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, companyId, pause: 200, close };
}
