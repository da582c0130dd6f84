import { expect, type Page } from '@playwright/test';
import { areaOf, type Area } from '../picture.mts';

/** An open node: input on the left, parameters in the middle, output on the right. */
export function nodeOn(page: Page) {
	const dialog = page.getByTestId('ndv');
	const output = page.getByTestId('output-panel');
	/** Shows and hides the options that can be added. */
	const addButton = dialog.getByTestId('collection-parameter-add');
	/** The choices in the open dropdown. */
	const choices = page.getByRole('option');
	const choice = (name: string) => choices.filter({ has: page.getByText(name, { exact: true }) });
	const parameter = (name: string) => dialog.locator(`[data-parameter-path="parameters.${name}"]`);

	return {
		dialog,
		output,
		addButton,
		choices,
		parameter,
		itemCount: output.getByTestId('ndv-items-count'),
		columns: output.locator('thead th').filter({ hasText: /\S/ }),
		hints: output.getByTestId('node-hint'),
		errorMessage: output.getByTestId('node-error-message'),
		errorDescription: output.getByTestId('node-error-description'),
		/** Holds the name of the credential. */
		credential: dialog.getByTestId('node-credentials-select').locator('input'),

		/** Paths of the visible parameters, e.g. `limit` or `options.fields`. */
		async parameterNames(): Promise<string[]> {
			const parameters = dialog.locator('[data-parameter-path]').filter({ visible: true });
			const paths = await parameters.evaluateAll((elements) =>
				elements.map((element) => element.getAttribute('data-parameter-path') ?? ''),
			);
			return paths.map((path) => path.replace('parameters.', ''));
		},

		async choose(name: string, ...wanted: string[]): Promise<void> {
			const area = await parameter(name).boundingBox();
			// In the middle, it could take away what is chosen.
			const position = area && { x: area.width - 20, y: area.height - 20 };
			// The dropdown closes again while its choices are loading.
			await expect(async () => {
				await parameter(name).click({ ...(position && { position }) });
				await choices.first().waitFor({ timeout: 3_000 });
			}).toPass();
			for (const each of wanted) await choice(each).click();
		},

		async addOption(name: string): Promise<void> {
			await addButton.click();
			await choice(name).click();
		},

		/** The parameters, alone or with the output, without what lies below so many pixels. */
		async area(height: number, withOutput = true): Promise<Area> {
			const parameters = await areaOf(dialog.getByTestId('node-parameters'));
			const { x, y, width } = await areaOf(output);
			const right = withOutput ? x + width : parameters.x + parameters.width;
			return { x: parameters.x, y, width: right - parameters.x, height };
		},

		async execute(): Promise<void> {
			const button = dialog.getByTestId('node-execute-button');
			await button.click();
			await output.getByTestId('node-run-info').waitFor();
			// A spinner covers the button's label while the node is running.
			await expect(button).not.toHaveClass(/_loading_/);
		},
	};
}
