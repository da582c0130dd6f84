import type { Locator, Page } from 'playwright-core';

/** The chat below the canvas, for a workflow with a chat trigger. */
export class Chat {
	private readonly panel: Locator;
	private readonly input: Locator;

	private constructor(page: Page) {
		this.panel = page.getByTestId('canvas-chat');
		this.input = this.panel.getByRole('textbox');
	}

	static async opened(page: Page): Promise<Chat> {
		const chat = new Chat(page);
		await chat.input.waitFor();
		return chat;
	}

	async say(text: string): Promise<void> {
		await this.input.fill(text);
		await this.input.press('Enter');
	}

	async untilSaid(text: string): Promise<void> {
		await this.panel.getByText(text).waitFor();
	}
}
