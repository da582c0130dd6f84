import { rmSync, writeFileSync } from 'node:fs';
import { generate, type SubjectAltNameEntry } from 'selfsigned';
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
type Extensions = Options['extensions'];

const AUTHORITY: Extensions = [
	{ name: 'basicConstraints', cA: true, critical: true },
	{ name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
];

const HERE = forNames([
	{ type: 2, value: 'localhost' },
	{ type: 7, ip: '127.0.0.1' },
	{ type: 7, ip: '::1' },
]);
const ELSEWHERE = forNames([{ type: 2, value: 'elsewhere.example.com' }]);
const LONG_AGO = { notBeforeDate: new Date(2_000, 0), notAfterDate: new Date(2_001, 0) };

/** Creates a private authority that the project's processes trust, and certificates to serve with. */
export default async function setup({ config, provide }: TestProject): Promise<() => void> {
	const file = config.env.NODE_EXTRA_CA_CERTS;
	if (!file) throw new Error('The project sets no NODE_EXTRA_CA_CERTS');
	const ca = await issue('Private authority', AUTHORITY);
	const unknown = await issue('Unknown authority', AUTHORITY);
	writeFileSync(file, ca.cert);
	provide('certificates', {
		trusted: await issue('Service', HERE, { ca }),
		unknown: await issue('Service', HERE, { ca: unknown }),
		expired: await issue('Service', HERE, { ca, ...LONG_AGO }),
		elsewhere: await issue('Service', ELSEWHERE, { ca }),
	});
	return () => rmSync(file);
}

/** An authority signs it, or else it signs itself. */
async function issue(value: string, extensions: Extensions, options?: Options) {
	const all: Options = { keyType: 'ec', algorithm: 'sha256', extensions, ...options };
	const { private: key, cert } = await generate([{ name: 'commonName', value }], all);
	return { key, cert };
}

function forNames(altNames: SubjectAltNameEntry[]): Extensions {
	return [{ name: 'subjectAltName', altNames }];
}
