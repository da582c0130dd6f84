import { rmSync, writeFileSync } from 'node:fs';

import { generate } from 'selfsigned';
import type { TestProject } from 'vitest/node';

/** In PEM form. */
interface Certificate {
	key: string;
	cert: string;
}

declare module 'vitest' {
	export interface ProvidedContext {
		certificates: Record<'trusted' | 'unknown' | 'expired' | 'elsewhere', Certificate>;
	}
}

type Options = NonNullable<Parameters<typeof generate>[1]>;

const AUTHORITY: Options['extensions'] = [
	{ name: 'basicConstraints', cA: true, critical: true },
	{ name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
];
const HERE: Options['extensions'] = [
	{
		name: 'subjectAltName',
		altNames: [
			{ type: 2, value: 'localhost' },
			{ type: 7, ip: '127.0.0.1' },
			{ type: 7, ip: '::1' },
		],
	},
];
const ELSEWHERE: Options['extensions'] = [
	{ name: 'subjectAltName', altNames: [{ type: 2, value: 'elsewhere.example.com' }] },
];

/** Creates a private authority that the project's processes trust, and certificates to serve with. */
export default async function setup({ config, provide }: TestProject): Promise<() => void> {
	const file = config.env.NODE_EXTRA_CA_CERTS;
	if (!file) throw new Error('The project sets no NODE_EXTRA_CA_CERTS');
	const ca = await issue('Private authority', { extensions: AUTHORITY });
	const unknown = await issue('Unknown authority', { extensions: AUTHORITY });
	writeFileSync(file, ca.cert);
	provide('certificates', {
		trusted: await issue('Service', { ca, extensions: HERE }),
		unknown: await issue('Service', { ca: unknown, extensions: HERE }),
		expired: await issue('Service', {
			ca,
			extensions: HERE,
			notBeforeDate: daysAgo(2),
			notAfterDate: daysAgo(1),
		}),
		elsewhere: await issue('Service', { ca, extensions: ELSEWHERE }),
	});
	return () => rmSync(file);
}

async function issue(value: string, options: Options): Promise<Certificate> {
	const subject = [{ name: 'commonName', value }];
	const certificate = await generate(subject, { keyType: 'ec', algorithm: 'sha256', ...options });
	return { key: certificate.private, cert: certificate.cert };
}

function daysAgo(days: number): Date {
	return new Date(Date.now() - days * 86_400_000);
}
