import { rmSync, writeFileSync } from 'node:fs';

import { generate } from 'selfsigned';
import type { TestProject } from 'vitest/node';

/** In PEM form. */
export interface Certificate {
	key: string;
	cert: string;
}

declare module 'vitest' {
	export interface ProvidedContext {
		certificates: Record<'trusted' | 'unknown' | 'expired' | 'elsewhere', Certificate>;
	}
}

const DAY = 86_400_000;

/** Creates a private authority that the project's processes trust, and certificates to serve with. */
export default async function setup({ config, provide }: TestProject): Promise<() => void> {
	const file = config.env.NODE_EXTRA_CA_CERTS;
	if (!file) throw new Error('The project sets no NODE_EXTRA_CA_CERTS');
	const authority = await createAuthority('Private authority');
	writeFileSync(file, authority.cert);
	provide('certificates', {
		trusted: await issue(authority),
		unknown: await issue(await createAuthority('Unknown authority')),
		expired: await issue(authority, { notBefore: -2 * DAY, notAfter: -DAY }),
		elsewhere: await issue(authority, { name: 'elsewhere.example.com' }),
	});
	return () => rmSync(file);
}

async function createAuthority(name: string): Promise<Certificate> {
	return await sign(name, {
		extensions: [
			{ name: 'basicConstraints', cA: true, critical: true },
			{ name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
		],
	});
}

interface Issued {
	/** The name it is for; this machine when absent. */
	name?: string;
	/** Milliseconds from now. */
	notBefore?: number;
	notAfter?: number;
}

async function issue(
	ca: Certificate,
	{ name, notBefore = -DAY, notAfter = DAY }: Issued = {},
): Promise<Certificate> {
	return await sign('Service', {
		ca,
		notBeforeDate: new Date(Date.now() + notBefore),
		notAfterDate: new Date(Date.now() + notAfter),
		extensions: [
			{
				name: 'subjectAltName',
				altNames: name
					? [{ type: 2, value: name }]
					: [
							{ type: 2, value: 'localhost' },
							{ type: 7, ip: '127.0.0.1' },
							{ type: 7, ip: '::1' },
						],
			},
		],
	});
}

async function sign(name: string, options: Parameters<typeof generate>[1]): Promise<Certificate> {
	const subject = [{ name: 'commonName', value: name }];
	const { private: key, cert } = await generate(subject, {
		keyType: 'ec',
		algorithm: 'sha256',
		...options,
	});
	return { key, cert };
}
