import { describe, expect, it } from 'vitest';

import { charsetOf, decode } from '../../../nodes/CustomerData/transport/text';

const bytes = (text: string, encoding?: BufferEncoding) => Buffer.from(text, encoding);

describe('charsetOf', () => {
	it.each<[string | undefined, string]>([
		[undefined, 'UTF-8'],
		['application/json', 'UTF-8'],
		['application/json; charset=iso-8859-1', 'iso-8859-1'],
		['application/json;Charset = "windows-1252"; q=1', 'windows-1252'],
		["application/json; charset='utf-16le'", 'utf-16le'],
		['application/json; charset=', 'UTF-8'],
	])('reads it from the content type %s', (contentType, charset) => {
		expect(charsetOf(bytes('{}'), contentType)).toBe(charset);
	});

	it.each([
		['UTF-8', [0xef, 0xbb, 0xbf]],
		['UTF-16BE', [0xfe, 0xff]],
		['UTF-16LE', [0xff, 0xfe]],
	])('takes %s from a byte order mark, whatever the content type says', (charset, mark) => {
		expect(charsetOf(Buffer.from([...mark, 0x7b]), 'text/plain; charset=latin1')).toBe(charset);
		expect(charsetOf(Buffer.from(mark.slice(0, 1)), 'text/plain; charset=latin1')).toBe('latin1');
	});
});

describe('decode', () => {
	it.each<[string, Buffer, string]>([
		['utf-8', bytes('Zoë €'), 'Zoë €'],
		['utf-8', bytes('\ufeffZoë'), 'Zoë'],
		['UTF-16', bytes('Zoë €', 'utf16le'), 'Zoë €'],
		['utf-16be', bytes('Zoë €', 'utf16le').swap16(), 'Zoë €'],
		['iso-8859-1', bytes('Zoë', 'latin1'), 'Zoë'],
		['windows-1252', bytes('Zoë \x80\x81\x92\x9f', 'latin1'), 'Zoë €\x81’Ÿ'],
		['iso-8859-15', bytes('Zoë \xa4', 'latin1'), 'Zoë €'],
		['utf-8', bytes(''), ''],
	])('reads %s', (charset, body, text) => {
		expect(decode(body, charset)).toBe(text);
	});

	it.each([
		['utf-8', bytes('Zoë', 'latin1')],
		['utf-16le', bytes('{}\n')],
		['klingon', bytes('{}')],
	])('refuses what is no text in %s', (charset, body) => {
		expect(decode(body, charset)).toBeUndefined();
	});
});
