import {
	acceptPage,
	MAX_PAGE_SIZE,
	type PageOrFailure,
} from '../../../nodes/CustomerData/api/page';
import { range } from './range.mts';

/** Ways in which a service says whether there is more, and where its list ends. */
export const WAYS = {
	/**
	 * When x-page-more promises more: where there is more; until a page is empty, or starts beyond the end; while pages
	 * are full; or never, because the header is absent.
	 */
	more: ['right', 'untilEmpty', 'untilBeyond', 'whileFull', 'absent'],
	/** What x-page-next counts on by where more is promised. */
	step: ['places', 'records'],
	/** What x-page-next is where nothing is promised. */
	lastNext: ['absent', 'zero', 'same', 'on'],
	/** What comes at an offset beyond the end; a page that comes again counts from where it was asked for, or not. */
	beyond: ['empty', 'notFound', 'lastPage', 'lastPageAsItIs', 'front', 'frontAsItIs'],
	/** What comes at an offset that is not its own: the page there, a refusal, or the page that holds it. */
	others: ['there', 'refused', 'down'],
	/** The most records on a page. */
	pageSize: [50, 20],
} as const;

export type Dialect = { -readonly [Way in keyof typeof WAYS]: (typeof WAYS)[Way][number] };

/** Every combination of ways. */
export function allDialects(): Dialect[] {
	const { more, step, lastNext, beyond, others, pageSize } = WAYS;
	return more.flatMap((more) =>
		step.flatMap((step) =>
			lastNext.flatMap((lastNext) =>
				beyond.flatMap((beyond) =>
					others.flatMap((others) =>
						pageSize.map((pageSize) => ({ more, step, lastNext, beyond, others, pageSize })),
					),
				),
			),
		),
	);
}

/** The response of such a service, whose list has so many records, as the node takes it. */
export function answer(dialect: Dialect, total: number, asked: number): PageOrFailure {
	const { more, step, lastNext, beyond, others, pageSize } = dialect;
	const isBeyond = asked > 0 && asked >= total;
	if (isBeyond && beyond === 'notFound') {
		const body = Buffer.from('{"IsSuccess": false, "ErrorMessages": ["Not found"]}');
		return accept(404, {}, body, asked);
	}
	const isOwn = asked % pageSize === 0 || (step === 'records' && asked === total);
	if (!isOwn && others === 'refused') {
		return accept(400, {}, Buffer.from('{"IsSuccess": false}'), asked);
	}
	const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1) * pageSize;
	const places = { lastPage, lastPageAsItIs: lastPage, front: 0, frontAsItIs: 0 };
	const again = beyond in places ? places[beyond as keyof typeof places] : asked;
	const down = others === 'down' ? asked - (asked % pageSize) : asked;
	const from = isBeyond ? again : down;
	const counted = beyond.endsWith('AsItIs') ? from : asked;
	const records = range(from, Math.max(from, Math.min(from + pageSize, total)));
	const isPromised = {
		right: from + records.length < total,
		untilEmpty: records.length > 0,
		untilBeyond: !isBeyond && total > 0,
		whileFull: records.length === pageSize,
		absent: false,
	}[more];
	const length = step === 'places' ? pageSize : records.length;
	const next = isPromised
		? counted + length
		: { absent: undefined, zero: 0, same: counted, on: counted + pageSize }[lastNext];
	const headers = {
		...(more !== 'absent' && { 'x-page-more': String(isPromised) }),
		...(next !== undefined && { 'x-page-next': String(next) }),
	};
	const payload = records.map((id) => ({ id }));
	const body = Buffer.from(
		JSON.stringify({ IsSuccess: true, ErrorMessages: [], Payload: payload }),
	);
	return accept(200, headers, body, asked);
}

function accept(statusCode: number, headers: Record<string, string>, body: Buffer, offset: number) {
	const request = { listName: 'GetCustomers', offset, limit: MAX_PAGE_SIZE };
	return acceptPage({ statusCode, headers, body }, request);
}
