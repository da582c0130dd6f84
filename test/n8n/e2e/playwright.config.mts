import { defineConfig } from '@playwright/test';

export default defineConfig({
	globalSetup: './setup.mts',
	outputDir: '../../../reports/e2e',
	// All tests share one n8n, and two open editors would slow each other down on a small machine.
	workers: 1,
	forbidOnly: Boolean(process.env.CI),
	timeout: 240_000,
	// A picture that looks the same stays as it is: every new one makes the repository grow.
	updateSnapshots: 'changed',
	expect: {
		timeout: 30_000,
		toHaveScreenshot: {
			pathTemplate: '../../../docs/images/{arg}{ext}',
			stylePath: 'picture.css',
			scale: 'device',
			// Less than a word, more than a stray pixel or a shade that no eye sees.
			maxDiffPixelRatio: 1 / 20_000,
			threshold: 0.1,
		},
	},
	use: {
		baseURL: process.env.N8N_URL,
		viewport: { width: 1280, height: 800 },
		deviceScaleFactor: 1.5,
		locale: 'en-US',
		// The first page of a new n8n takes its time on a busy machine.
		actionTimeout: 60_000,
		navigationTimeout: 60_000,
		testIdAttribute: 'data-test-id',
		screenshot: 'only-on-failure',
		trace: 'retain-on-failure',
		launchOptions: {
			executablePath: process.env.CHROMIUM_PATH,
			// n8n's editor looks up community packages online. Keep all traffic on this machine.
			args: ['--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
		},
	},
});
