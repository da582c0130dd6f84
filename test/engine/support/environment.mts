import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import 'reflect-metadata';

// n8n's engine needs its own folder and a key before it loads.
const folder = mkdtempSync(join(tmpdir(), 'n8n-engine-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_ENCRYPTION_KEY = 'engine-tests';
process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
