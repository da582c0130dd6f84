import { join } from 'node:path';
import { chromium, selectors, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';

const VIEWPORT = { width: 1280, height: 800 };

/** A browser page, signed in to n8n, shared by the tests of a file. */
export function usePage(): () => Page {
	let browser: Browser | undefined;
	let page: Page;
	beforeAll(async () => {
		const { url, browserEndpoint } = inject('surroundings');
		browser = await chromium.connect(browserEndpoint);
		selectors.setTestIdAttribute('data-test-id');
		const context = await browser.newContext({
			baseURL: url,
			viewport: VIEWPORT,
			deviceScaleFactor: 1.5,
			locale: 'en-US',
		});
		await signIn(context);
		page = await context.newPage();
		page.setDefaultTimeout(30_000);
	});
	beforeEach(({ task, onTestFailed }) => {
		onTestFailed(async () => {
			const { failures } = inject('surroundings');
			await page.screenshot({ path: join(failures, `${task.name}.png`) });
		});
	});
	afterAll(async () => await browser?.close());
	return () => page;
}

/** Reuses one session, because n8n limits sign-ins per minute. */
async function signIn(context: BrowserContext): Promise<void> {
	const { url, session } = inject('surroundings');
	const [name = '', value = ''] = session.cookie.split('=');
	await context.addCookies([{ name, value, url }]);
	await context.addInitScript((id) => localStorage.setItem('n8n-browserId', id), session.browserId);
}
