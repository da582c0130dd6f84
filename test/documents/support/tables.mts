/** The rows of the tables in Markdown, as the text of each cell by the heading of its column. */
export function tablesIn(markdown: string): Array<Array<Record<string, string>>> {
	const blocks = markdown.match(/(?:^\|.*\|\n)+/gm) ?? [];
	return blocks.flatMap((block) => {
		const [heading = [], rule = [], ...rows] = block.trimEnd().split('\n').map(cellsOf);
		if (!rule.every((cell) => /^:?-+:?$/.test(cell))) return [];
		return [
			rows.map((cells) => Object.fromEntries(heading.map((name, at) => [name, cells[at] ?? '']))),
		];
	});
}

function cellsOf(line: string): string[] {
	const cells = line.split(/(?<!\\)\|/).slice(1, -1);
	return cells.map((cell) => cell.trim());
}
