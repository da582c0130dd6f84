/** @see scannerTypes.d.mts for its types */
export type Scanner = typeof import('@n8n/scan-community-package/scanner/scanner.mjs');

/** The analysis of n8n's scanner, without its command line, which scans published packages alone. */
export async function loadScanner(temporaryFolder: string): Promise<Scanner> {
	// It makes a temporary folder as soon as it is loaded, and leaves it behind.
	process.env.TMPDIR = temporaryFolder;
	return await import('@n8n/scan-community-package/scanner/scanner.mjs');
}
