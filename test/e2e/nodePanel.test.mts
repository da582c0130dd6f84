import { expect, it } from 'vitest';
import { Canvas } from './pages/canvas.mts';
import { usePage } from './support/page.mts';
import { areaOf, takePicture } from './support/picture.mts';

const page = usePage();

it('is found, with its icon, by who searches for customers', async () => {
	const canvas = await Canvas.openNew(page());
	const panel = await canvas.addFirstStep();
	await panel.search('customer');
	await expect.poll(() => panel.hasIcon('Customer Data')).toBe(true);
	await takePicture(page(), 'node-panel', async () => ({
		...(await areaOf(panel.panel)),
		height: 430,
	}));
});

it('offers an action for each of the lists that it reads', async () => {
	const canvas = await Canvas.openNew(page());
	const panel = await canvas.addFirstStep();
	await panel.search('customer');
	await panel.choose('Customer Data');
	await panel.showActions();
	await expect
		.poll(() => panel.offers())
		.toEqual(expect.arrayContaining(['Get many customers', 'Get many customer groups']));
});
