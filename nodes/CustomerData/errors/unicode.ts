/** Marks, and the two that compatibility makes marks of. No letter has so many. */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{30}/gu;

/**
 * Text in one of Unicode's normal forms. A longer run of marks is parted by a sign that shows nothing, as in the
 * Stream-Safe Text Format (Unicode, UAX #15): to put n marks in order takes the square of n.
 */
export function normalized(text: string, form: 'NFC' | 'NFKD'): string {
	return text.replace(LONG_RUN, '$&\u034f').normalize(form);
}
