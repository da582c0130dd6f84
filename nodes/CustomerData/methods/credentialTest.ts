import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { connectionOf } from '../api/connection';
import { ping } from '../api/ping';
import { asError, whatToDo, withAdvice } from '../errors/nodeErrors';

/** Milliseconds: somebody is waiting. */
const TEST_TIMEOUT = 20_000;

/**
 * Tests the credential with Ping, and says what is wrong in the words of the nodes. Not n8n's
 * declarative form: that shows bare codes of Node, and cannot require a response to be Pong.
 */
export async function customerDataApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const { helpers } = this;
	try {
		const found = await ping(helpers.request, connectionOf(data), TEST_TIMEOUT);
		if (!found) return { status: 'OK', message: 'Connection successful!' };
		return { status: 'Error', message: `${found.message}. ${whatToDo(found)}` };
	} catch (error) {
		return { status: 'Error', message: withAdvice(asError(error)).message };
	}
}
