import { asHtml } from '../errors/html';
import type { Words } from '../errors/nodeErrors';
import { MOST_NAMED } from '../errors/userError';
import { groupedBy, type Group } from '../identity/groups';
import { LONGEST_NOTE, shownInShort } from '../values/shown';
import type { Difference } from './differences';
import { NONE, type Finding } from './findings';

/** A longer mail is not read, and Gmail cuts it at 102 KB. */
const MOST_ROWS = 50;
/** Names in one row. */
const MOST_ALIKE = 3;

/** Dark enough on white, and light enough on black; other colors of text are the reader's. */
const GRAY = '#767676';
const COLORS = { 'held back': '#b45309', created: '#15803d', updated: '#1d4ed8', removed: GRAY };
const CELL_STYLE =
	'padding:6px 0;vertical-align:top;border-bottom:1px solid #8884;overflow-wrap:anywhere';

interface MailText {
	heading: string;
	/** Whole sentences. */
	below: string[];
	/** Why the workflow would do nothing; empty where it would. */
	stops: string;
	/** What becomes of whoever is removed. */
	removal: string;
}

/**
 * What was found, as the HTML of a mail, without a `style` element, because mail programs drop it: a section for each
 * kind of change, and in it a row for each customer, or for all that are held back for one reason.
 */
export function mailOf(findings: Finding[], { heading, below, stops, removal }: MailText): string {
	const titles = {
		'held back': 'Held back',
		created: 'To create',
		updated: 'To update',
		removed: `To ${removal}`,
	};
	const sections = [...groupedBy(findings, ({ change }) => change)].map(([change, those]) => ({
		title: `${titles[change]} (${those.length})`,
		color: COLORS[change],
		rows: [...groupedBy(those, subjectOf).values()],
	}));
	const shown = shares(sections.map(({ rows }) => rows.length));
	const line = `border-left:4px solid ${COLORS['held back']};padding-left:12px`;
	const stopped = `<p style="${line}"><b>Nothing would be saved.</b><br>${inHtml(stops)}</p>`;
	return [
		'<div style="font:14px/1.4 Helvetica,Arial,sans-serif;max-width:760px;overflow-wrap:anywhere">',
		`<p style="font-size:18px;margin:0 0 4px"><b>${asHtml(heading)}</b></p>`,
		`<p style="margin:0;color:${GRAY}">${below.map(asHtml).join('<br>')}</p>`,
		stops === '' ? '' : stopped,
		'<table style="width:100%;border-collapse:collapse;table-layout:fixed">',
		...sections.map(({ title, color, rows }, index) => {
			const head = `padding:18px 0 4px;border-bottom:2px solid ${color}`;
			const first = `<tr><td style="${head};width:40%"><b>${title}</b></td><td style="${head}"></td></tr>`;
			return first + rowsOfMail(rows, shown[index]);
		}),
		'</table></div>',
	].join('');
}

/** What one row is about. */
function subjectOf({ change, key, name, notes }: Finding): string {
	const advice = notes.map(({ description }) => description);
	return JSON.stringify(change === 'held back' ? advice : [key, name]);
}

/** How many rows of each section are shown: the short ones whole, and of the others as many as there is room for. */
function shares(sizes: number[]): number[] {
	const shown = sizes.map(() => 0);
	let room = MOST_ROWS;
	const bySize = [...sizes.entries()].sort(([, one], [, other]) => one - other);
	for (const [place, [index, size]] of bySize.entries()) {
		const share = Math.min(size, Math.floor(room / (bySize.length - place)));
		shown[index] = share;
		room -= share;
	}
	return shown;
}

/** @param shown how many rows; all by default */
function rowsOfMail(rows: Array<Group<Finding>>, shown = rows.length): string {
	const more = rows.slice(shown).reduce((sum, { length }) => sum + length, 0);
	return [
		...rows.slice(0, shown).map((alike) => {
			const who = someOf([...new Set(alike.map(personOf))], MOST_ALIKE);
			const [{ differences }] = alike;
			const notes = notesIn(alike.flatMap((one) => one.notes));
			const said = [...notes, ...someOf(differences.map(differenceIn), MOST_NAMED)];
			return `<tr><td style="${CELL_STYLE};padding-right:12px">${who.join('<br>')}</td><td style="${CELL_STYLE}">${said.join('<br>')}</td></tr>`;
		}),
		...(more > 0
			? [`<tr><td colspan="2" style="${CELL_STYLE};color:${GRAY}">${andMore(more)}</td></tr>`]
			: []),
	].join('');
}

function someOf(texts: string[], most: number): string[] {
	const more = texts.length - most;
	return more > 0 ? [...texts.slice(0, most), andMore(more)] : texts;
}

function andMore(count: number): string {
	return `and ${count} more`;
}

function personOf({ key, name }: Finding): string {
	const known = [name, key].filter((text) => text !== NONE);
	const [first = NONE, second] = known.map((text) => isolated(shownInShort(text)));
	return second ? `${first}<br><span style="color:${GRAY}">${second}</span>` : first;
}

function differenceIn({ field, from, to }: Difference): string {
	return `<b>${isolated(shownInShort(field))}</b>: <s style="color:${GRAY}">${isolated(from)}</s> → ${isolated(to)}`;
}

/** Each in a direction of its own, so that Arabic does not turn the arrow around. */
function isolated(text: string): string {
	return `<bdi>${asHtml(text)}</bdi>`;
}

/** What has the same advice stands together, and the advice once below. */
function notesIn(notes: Words[]): string[] {
	const byAdvice = groupedBy(notes, ({ description }) => description);
	return [...byAdvice].flatMap(([advice, alike]) => {
		const messages = new Set(alike.map(({ message }) => inHtml(`${message}.`)));
		return [...someOf([...messages], MOST_ALIKE), inHtml(advice)];
	});
}

function inHtml(text: string): string {
	return asHtml(shownInShort(text, LONGEST_NOTE));
}
