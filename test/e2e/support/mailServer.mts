import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { listen } from '../../harness/process/ports.mts';

export interface MailServer {
	port: number;
	/** The received mails, including their headers. */
	mails: string[];
	close(): void;
}

/** Just enough SMTP (RFC 5321) to receive a mail. */
export async function startMailServer(): Promise<MailServer> {
	const mails: string[] = [];
	const server = createServer((socket) => void receive(socket, mails));
	return { port: await listen(server), mails, close: () => server.close() };
}

async function receive(socket: Socket, mails: string[]): Promise<void> {
	const answer = (text: string) => socket.write(`${text}\r\n`);
	let mail: string[] | undefined;
	answer('220 ready');
	for await (const line of createInterface({ input: socket })) {
		if (mail && line !== '.') {
			mail.push(line);
		} else if (mail) {
			mails.push(mail.join('\n'));
			mail = undefined;
			answer('250 taken');
		} else if (line === 'DATA') {
			mail = [];
			answer('354 go on');
		} else if (line === 'QUIT') {
			answer('221 bye');
			socket.end();
		} else {
			answer('250 ok');
		}
	}
}
