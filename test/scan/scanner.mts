/** @see scannerTypes.d.mts for its types */
export type Scanner = typeof import('@n8n/scan-community-package/scanner/scanner.mjs');

/** Loads the scanner's analysis; its command line only scans published packages. */
export async function loadScanner(temporaryFolder: string): Promise<Scanner> {
	// The scanner creates a temporary folder on import and never deletes it.
	process.env.TMPDIR = temporaryFolder;
	return await import('@n8n/scan-community-package/scanner/scanner.mjs');
}
