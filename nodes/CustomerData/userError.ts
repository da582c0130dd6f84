import { UserError } from 'n8n-workflow';

/** What the user entered cannot be used: what is wrong with it, and what to enter instead. */
export function userError(message: string, description: string): UserError {
	return new UserError(message, { description });
}
