import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';

const PREFIX = join(tmpdir(), 'n8n-engine-');

// n8n's engine needs its own folder and a key before it loads. Test files in one process share them.
if (!process.env.N8N_USER_FOLDER?.startsWith(PREFIX)) {
	const folder = mkdtempSync(PREFIX);
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
	process.env.N8N_USER_FOLDER = folder;
}
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
// The service runs on this computer, where the user's proxy does not lead.
const { no_proxy: direct = process.env.NO_PROXY } = process.env;
process.env.no_proxy = process.env.NO_PROXY = [direct, '127.0.0.1'].filter(Boolean).join();
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
// What n8n logs, tests read where they need it.
process.env.N8N_LOG_LEVEL ??= 'silent';
