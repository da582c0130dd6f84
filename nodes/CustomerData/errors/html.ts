/**
 * Text as HTML that reads the same, between tags. n8n's editor shows hints and the description of an error as HTML,
 * with links and pictures from anywhere (2.41, the directive n8n-html). An entity needs no semicolon (`&reg`), but
 * has two letters.
 */
export function asHtml(text: string): string {
	return text.replace(/<|&(?=#|\w\w)/g, (sign) => (sign === '<' ? '&lt;' : '&amp;'));
}

/**
 * Text that reads the same, and has no tag in HTML. n8n's editor shows the message of an error as text beside
 * the output, and as HTML in a notification (2.41), so nothing can be escaped in it: a space of no width stands
 * after each `<` instead.
 */
export function withoutTags(text: string): string {
	return text.replace(/<(?=\S)/g, '<\u200b');
}
