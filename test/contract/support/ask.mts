export interface Account {
	baseUrl: string;
	apiKey: string;
	companyId: string;
}

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
}

/** Headers to change; `undefined` leaves one out. */
export type HeaderChanges = Record<string, string | undefined>;

/** Sends a request with all four headers, apart from the changes. It follows no redirect. */
export async function ask(
	{ baseUrl, apiKey, companyId }: Account,
	operation: string,
	changes: HeaderChanges = {},
	signal?: AbortSignal,
): Promise<Answer> {
	const headers = {
		'x-api-key': apiKey,
		'x-company-id': companyId,
		'x-page-offset': '0',
		'x-page-limit': '50',
		...changes,
	};
	const response = await fetch(`${baseUrl}/${operation}`, {
		headers: Object.entries(headers).filter(isSent),
		redirect: 'manual',
		signal,
	});
	return { status: response.status, headers: response.headers, text: await response.text() };
}

function isSent(header: [string, string | undefined]): header is [string, string] {
	return header[1] !== undefined;
}
