import { UserError } from 'n8n-workflow';

/** What the user is told about what was entered. */
export function refusalOf(read: () => unknown): { message: string; description: string } {
	try {
		read();
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return { message: error.message, description: error.description ?? '' };
	}
	throw new Error('Nothing was refused');
}
