import { expect, it } from 'vitest';
import { combined, userError } from '../../../nodes/CustomerData/errors/userError';

/** Errors, as `fact advice`, and what becomes of them. */
it.each([
	['A x', 'A', 'x.'],
	['A x; B x', 'A. B', 'x.'],
	['A x; B y', 'A. x. B', 'y.'],
	['A x; B y; C x', 'A. C. x. B', 'y.'],
	['A x; B x; C x; D x', 'A. B. C. And 1 more', 'x.'],
	['A x; B y; C z; D z; E z', 'A. x. B. y. C. And 2 more', 'z.'],
])('several errors are one, facts before their advice: %s', (text, message, description) => {
	const errors = text.split('; ').map((one) => {
		const [fact = '', advice = ''] = one.split(' ');
		return userError(fact, `${advice}.`);
	});
	expect(combined(errors, 3)).toMatchObject({ message, description });
});
