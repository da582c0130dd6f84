/** Unicode says how it is encoded (WHATWG Encoding, section 6: a mark counts more than a header). */
const BYTE_ORDER_MARKS: Array<[charset: string, ...bytes: number[]]> = [
	['UTF-8', 0xef, 0xbb, 0xbf],
	['UTF-16BE', 0xfe, 0xff],
	['UTF-16LE', 0xff, 0xfe],
];

/** The charset of a body: of its byte order mark, as the content type declares it, or UTF-8. */
export function charsetOf(body: Uint8Array, contentType = ''): string {
	const marked = BYTE_ORDER_MARKS.find(([, ...mark]) =>
		mark.every((byte, index) => body[index] === byte),
	);
	const [, declared = 'UTF-8'] = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType) ?? [];
	return marked?.[0] ?? declared;
}

/** What windows-1252 has from 0x80 on; the bytes without a character stand for themselves. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** @returns `undefined` when the bytes are not text in the charset, or the charset is unknown */
export function decode(body: Uint8Array, charset: string): string | undefined {
	try {
		const decoder = new TextDecoder(charset, { fatal: true });
		const text = decoder.decode(body);
		if (decoder.encoding !== 'windows-1252') return text;
		// Node 20.18.3 to 24.6 takes these bytes for control characters (nodejs/node#60888).
		return text.replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252.charAt(byte.charCodeAt(0) - 0x80));
	} catch {
		return undefined;
	}
}
