import { acceptPage, MAX_PAGE_SIZE, type Page } from '../../nodes/CustomerData/api/page';
import type { Failed } from '../../nodes/CustomerData/errors/failures';
import { range } from '../support/range.mts';

/** Ways in which a service says whether there is more, and where its list ends. */
export const WAYS = {
	/**
	 * What x-page-more promises: what is right; more until a page is empty, until it starts beyond the end, or on each
	 * page; more on full pages; or nothing, because the header is absent.
	 */
	more: ['right', 'untilEmpty', 'untilBeyond', 'always', 'whileFull', 'absent'],
	/** What x-page-next counts, where more is promised: places on a page, or records. */
	counts: ['places', 'records'],
	/** What x-page-next says where no more is promised. */
	lastNext: ['absent', 'zero', 'same', 'on'],
	/** What comes at an offset beyond the end. A page that comes again has its own headers, or those of the offset. */
	beyond: ['empty', 'notFound', 'lastPage', 'ownLastPage', 'front', 'ownFront'],
	/** What comes at an offset where no page of the service starts: what is there, a refusal, or the page around it. */
	between: ['there', 'refused', 'pageAround'],
	/** The most records on a page. */
	pageSize: [MAX_PAGE_SIZE, 20],
} as const;

type Ways = typeof WAYS;

export type Dialect = { -readonly [Way in keyof Ways]: Ways[Way][number] };

/** All combinations of these ways. */
export function allDialects(): Dialect[] {
	const { more, counts, lastNext, beyond, between, pageSize } = WAYS;
	return more.flatMap((more) =>
		counts.flatMap((counts) =>
			lastNext.flatMap((lastNext) =>
				beyond.flatMap((beyond) =>
					between.flatMap((between) =>
						pageSize.map((pageSize) => ({ more, counts, lastNext, beyond, between, pageSize })),
					),
				),
			),
		),
	);
}

/** What the node takes a response of such a service for, whose list has so many records. */
export function answer(dialect: Dialect, total: number, asked: number): Page | Failed {
	const { more, counts, lastNext, beyond, between, pageSize } = dialect;
	const isBeyond = asked >= Math.max(1, total);
	if (isBeyond && beyond === 'notFound') return accept(asked, 404, {}, { IsSuccess: false });
	if (!isBeyond && between === 'refused' && asked % pageSize > 0) {
		return accept(asked, 400, {}, { IsSuccess: false });
	}
	const around = (offset: number) => offset - (offset % pageSize);
	const again: Partial<Record<Dialect['beyond'], number>> = {
		lastPage: around(Math.max(0, total - 1)),
		ownLastPage: around(Math.max(0, total - 1)),
		front: 0,
		ownFront: 0,
	};
	const inside = between === 'pageAround' ? around(asked) : asked;
	const from = isBeyond ? (again[beyond] ?? asked) : inside;
	const records = range(from, Math.max(from, Math.min(from + pageSize, total))).map((id) => ({
		id,
	}));
	const isMore = {
		right: from + records.length < total,
		untilEmpty: records.length > 0,
		untilBeyond: asked < total,
		always: true,
		whileFull: records.length === pageSize,
		absent: false,
	}[more];
	const offset = beyond.startsWith('own') ? from : asked;
	const on = offset + (counts === 'records' ? records.length : pageSize);
	const next = isMore
		? on
		: { absent: undefined, zero: 0, same: offset, on: offset + pageSize }[lastNext];
	const headers = {
		...(more !== 'absent' && { 'x-page-more': isMore }),
		...(next !== undefined && { 'x-page-next': next }),
	};
	return accept(asked, 200, headers, { IsSuccess: true, ErrorMessages: [], Payload: records });
}

function accept(offset: number, statusCode: number, headers: object, envelope: object) {
	const response = {
		statusCode,
		headers: { ...headers },
		body: Buffer.from(JSON.stringify(envelope)),
	};
	return acceptPage(response, { listName: 'GetCustomers', offset, limit: MAX_PAGE_SIZE });
}
