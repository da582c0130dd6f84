import { writeFile } from 'node:fs/promises';
import { reference, REFERENCE } from './reference.mts';

await writeFile(REFERENCE, reference());
console.log(`The reference is in ${REFERENCE}`);
